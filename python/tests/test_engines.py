"""One suite for all engines: the same answers, the same errors, and life after an interruption."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import parsight
from busy import as_busy_as_now
from parsight.engine.base import Engine
from parsight.engine.process import ProcessEngine
from parsight.frames import as_table
from parsight.model import Model, learn_model

ROWS = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
WIDE = {
    f"f{column}": np.sin(np.arange(60_000) * (column + 1) / 7) + np.arange(60_000) % (column + 2)
    for column in range(24)
}


@pytest.fixture(scope="module")
def model(engine: Engine) -> Model:
    return learn_model(engine, {"options": {}}, as_table(ROWS), None, None)


class StopAtOnce:
    """Somebody who presses Ctrl-C as soon as learning tells how far it is."""

    def tell(self, phase: str, done: int, total: int) -> None:
        assert (phase, done <= total) != ("", False)

    def should_stop(self) -> bool:
        return True


def test_a_model_is_the_same_in_all_engines(model: Model) -> None:
    assert model.text == parsight.Explainer(engine="mini-racer").fit(ROWS).model_.text
    assert model.features == ["level", "pump"]


def test_rows_are_explained_with_numbers_and_lines(engine: Engine, model: Model) -> None:
    rows = as_table([{"level": 3, "pump": "off"}, {"level": 4, "pump": "on"}])
    reply = engine.explain(model, {"options": {}, "lines": "explanations"}, rows, None)
    assert reply.result == {"count": 2}
    assert len(reply.text.splitlines()) == 2
    np.testing.assert_allclose(reply.numbers["blame"].reshape(2, 2).sum(axis=1), 1)
    assert reply.numbers["row"].tolist() == [0, 1]


def test_a_mistake_is_an_input_error_with_code_and_hint(engine: Engine) -> None:
    with pytest.raises(parsight.InputError) as caught:
        engine.run("learn", {"options": {"minSuport": 0.1}}, as_table(ROWS))
    assert caught.value.code == "OPTION_UNKNOWN"
    assert caught.value.message == 'there is no option "minSuport"'
    assert caught.value.hint.startswith('Closest: "minSupport".')


def test_a_bug_is_an_engine_error(engine: Engine) -> None:
    with pytest.raises(parsight.EngineError, match="there is no command dance"):
        engine.run("dance", {})


def test_an_interruption_ends_learning_within_a_second_and_keeps_the_session(engine: Engine, model: Model) -> None:
    rows = as_table([{"level": 3, "pump": "off"}])
    engine.explain(model, {"options": {}, "lines": "none"}, rows, None)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        engine.run("learn", {"options": {}}, as_table(WIDE), watcher=StopAtOnce())
    seconds = time.monotonic() - began
    assert seconds < as_busy_as_now(3)  # a second, and what a machine with other tests adds; to learn this takes longer
    assert engine.explain(model, {"options": {}, "lines": "none"}, rows, None).result == {"count": 1}


def test_work_that_does_not_hear_is_ended_by_force(engine: Engine, model: Model) -> None:
    engine._ask_to_stop = lambda: None  # type: ignore[method-assign]
    try:
        with pytest.raises(KeyboardInterrupt):
            engine.run("learn", {"options": {}}, as_table(WIDE), watcher=StopAtOnce())
    finally:
        del engine._ask_to_stop
    rows = as_table([{"level": 3, "pump": "off"}])
    assert engine.explain(model, {"options": {}, "lines": "none"}, rows, None).result == {"count": 1}


def test_threads_may_share_an_engine(engine: Engine, model: Model) -> None:
    rows = as_table(ROWS[:50])
    texts: list[str] = []

    def work() -> None:
        texts.append(engine.explain(model, {"options": {}, "lines": "explanations"}, rows, None).text)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(texts) == 6
    assert len(set(texts)) == 1


def test_a_model_that_nobody_has_is_dropped_there_too(engine: Engine) -> None:
    number = engine.run("load", {"text": parsight.Explainer().fit(ROWS).model_.text}).result["model"]
    engine.run("drop", {"models": [number]})
    with pytest.raises(parsight.EngineError, match=f"there is no model {number} in this session"):
        engine.run("rules", {"model": number, "filter": {}, "limit": 1})


def test_an_engine_that_died_is_started_again(engine: Engine, model: Model) -> None:
    if not isinstance(engine, ProcessEngine):
        pytest.skip("it cannot die without this process")
    assert engine._channel is not None
    engine._channel.process.kill()
    engine._channel.process.wait()
    rows = as_table([{"level": 3, "pump": "off"}])
    assert engine.explain(model, {"options": {}, "lines": "none"}, rows, None).result == {"count": 1}


def test_the_options_of_the_core_are_those_of_the_explainer(engine: Engine) -> None:
    from parsight.explanations import _RECORD_NAMES
    from parsight.options import EXPLAIN_NAMES, LEARN_NAMES, camel_case

    described = engine.run("describe", {}).result
    assert {camel_case(name) for name in LEARN_NAMES} == set(described["learn"])
    # Anomalies are flagged by a detector or a mask here, see Explainer.explain_anomalies.
    assert {camel_case(name) for name in EXPLAIN_NAMES} == set(described["explain"]) - {"anomaly"}
    assert [camel_case(name) for name in _RECORD_NAMES] == described["records"]
    assert set(LEARN_NAMES) | set(EXPLAIN_NAMES) <= set(parsight.Explainer().get_params())


def test_rows_that_come_without_their_past_are_refused_with_a_way_out(engine: Engine) -> None:
    rows = as_table([{"time": f"2026-05-04T00:{i // 60:02}:{i % 60:02}Z", "x": np.sin(i / 9)} for i in range(400)])
    model = learn_model(engine, {"options": {"history": True}}, rows, None, None)
    with pytest.raises(parsight.InputError) as caught:
        engine.explain(model, {"options": {}, "lines": "none"}, rows, None)
    assert caught.value.code == "HISTORY_ELSEWHERE"
    assert caught.value.hint == ("Explain them with parsight.Explainer or parsight explain, or learn without history.")


def test_an_engine_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(parsight.InputError, match='engine must be one of mini-racer, node, got "jvm"'):
        parsight.get_engine("jvm")
    monkeypatch.setenv("PARSIGHT_ENGINE", "jvm")
    with pytest.raises(parsight.InputError, match="PARSIGHT_ENGINE must be one of mini-racer, node"):
        parsight.get_engine()
    monkeypatch.setenv("PARSIGHT_ENGINE", "node")
    assert parsight.get_engine().name == "node"


def test_node_learns_in_threads_what_one_thread_learns() -> None:
    table = {name: values[:16_000] for name, values in list(WIDE.items())[:20]}
    few = {"trees": 2, "neighbours": 100, "max_predicates": 2}
    by_threads = parsight.Explainer(engine="node", n_jobs=2, **few).fit(table).model_.text
    assert by_threads == parsight.Explainer(engine="mini-racer", **few).fit(table).model_.text
