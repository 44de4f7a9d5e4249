"""Forks, threads, workers and Ctrl-C: everything that a process does while an engine lives in it."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import ProcessPoolExecutor

import joblib
import pandas as pd
import pytest

import parsight
from busy import as_busy_as_now
from first_text import first_text


@pytest.mark.parametrize("engine", parsight.ENGINES)
@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_processes_explain_what_this_one_explains(
    explainer: parsight.Explainer, anomalies: pd.DataFrame, method: str, engine: str
) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system does not {method}")
    rows = anomalies.iloc[:2].astype(object).to_dict("records")
    here = parsight.Explainer.from_model(explainer.model_, engine=engine)
    expected = first_text(here, rows)  # the engine runs before the fork
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        futures = [pool.submit(first_text, here, rows) for _ in range(2)]
        assert [future.result(timeout=600) for future in futures] == [expected] * 2
    assert first_text(here, rows) == expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_child_learns_and_ends_by_itself() -> None:
    script = """
        import os, sys
        import parsight
        rows = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
        text = parsight.Explainer().fit(rows).model_.text
        child = os.fork()
        if child == 0:
            same = parsight.Explainer().fit(rows).model_.text == text
            sys.exit(0 if same else 7)
        _, status = os.waitpid(child, 0)
        print("child", os.waitstatus_to_exitcode(status), parsight.Explainer().fit(rows).model_.text == text)
    """
    assert run_script(script).stdout == "child 0 True\n"


def test_joblib_workers_explain(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    rows = anomalies.iloc[:2].astype(object).to_dict("records")
    found = joblib.Parallel(n_jobs=2)(joblib.delayed(first_text)(explainer, rows) for _ in range(2))
    assert found == [first_text(explainer, rows)] * 2


def test_threads_explain_at_the_same_time(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    expected = explainer.explain(anomalies.iloc[:20]).to_ndjson()
    found = joblib.Parallel(n_jobs=4, prefer="threads")(
        joblib.delayed(lambda: explainer.explain(anomalies.iloc[:20]).to_ndjson())() for _ in range(8)
    )
    assert found == [expected] * 8


def test_other_threads_go_on_while_it_learns(normal: pd.DataFrame) -> None:
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.process_time()
    parsight.Explainer().fit(normal.iloc[:4000])
    worked = time.process_time() - began
    over.set()
    thread.join()
    # 200 a second, were it alone. By the processor's clock: a busy machine gives both threads less.
    assert ticks > 20 * worked


@pytest.mark.skipif(sys.platform == "win32", reason="a signal cannot be sent to one process there")
@pytest.mark.parametrize("engine", parsight.ENGINES)
def test_ctrl_c_ends_learning_and_leaves_the_session(engine: str) -> None:
    script = f"""
        import os, signal, threading, time
        import numpy as np
        import parsight
        rows = [{{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"}} for i in range(400)]
        small = parsight.Explainer(engine="{engine}").fit(rows)
        numbers = np.sin(np.arange(6_000_000).reshape(200_000, 30) ** 1.1)
        threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
        began = time.monotonic()
        try:
            parsight.Explainer(engine="{engine}", progress=False).fit(numbers)
            print("learnt", time.monotonic() - began)
        except KeyboardInterrupt:
            seconds = time.monotonic() - began
            print("interrupted", *small.explain(rows[:1]).values.shape, seconds)
    """
    what, rows, columns, seconds = run_script(script).stdout.split()
    assert (what, rows, columns) == ("interrupted", "1", "2")
    assert float(seconds) < as_busy_as_now(4)


def test_a_bar_is_drawn_where_it_is_wanted() -> None:
    script = """
        import numpy as np
        import parsight
        few = {"trees": 1, "neighbours": 0, "max_predicates": 2}
        parsight.Explainer(progress=True, **few).fit(np.sin(np.arange(1_200_000).reshape(40_000, 30) ** 1.1))
    """
    bar = run_script(script).stderr
    assert "Mining rules █" in bar or "Cutting numbers █" in bar or "Learning what is usual █" in bar
    assert bar.rstrip().endswith("\x1b[K") or "ParsightWarning" in bar


def run_script(script: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done
