"""How fast Spark explains: rows like the water tank's, by Spark on one core and on two, and by the command line.

    python research/bench/spark_speed.py   200,000 rows
    python research/bench/spark_speed.py --rows 1000000

The answer is checked before the time is taken: the first texts are the same. Starting Spark is not timed. Processor time
is that of all processes, which others on the machine do not change: of Spark, of its Python workers and of its JVM.
Needs pyspark, pandas and pyarrow beside the package, and Java 17.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
import pyspark
from pyspark.sql import SparkSession

import parsight
import parsight.spark

TANK = Path(__file__).resolve().parents[2] / "examples" / "water-tank" / "data"


def make_rows(count: int) -> pd.DataFrame:
    """So many rows, of which none is the same as another."""
    normal = pd.read_csv(TANK / "normal.csv")
    rows = pd.concat([normal] * -(-count // len(normal)), ignore_index=True).iloc[:count]
    return rows.assign(Level=(rows["Level"] + rows.index % 97 / 1000).round(4))


def open_spark(cores: int) -> Any:
    """A session on so many cores, whose workers run."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
    for name in ("spark.driver.bindAddress", "spark.driver.host"):
        builder = builder.config(name, "127.0.0.1")
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


@dataclass(frozen=True)
class Took:
    """Seconds by the clock, and of processors: of each program below this one."""

    wall: float
    processor: dict[str, float]

    def __str__(self) -> str:
        programs = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in sorted(self.processor.items()))
        return f"{self.wall:8.1f} s   of processors: {programs}"


def measure(work: Callable[[], object]) -> Took:
    """Processes come and go while the work goes on: each is looked at five times a second."""
    before, began = processor_seconds(), time.monotonic()
    latest = dict(before)
    is_over = threading.Event()

    def watch() -> None:
        while not is_over.wait(0.2):
            latest.update(processor_seconds())

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        work()
        wall = time.monotonic() - began
    finally:
        is_over.set()
        watcher.join()
    latest.update(processor_seconds())
    found: dict[str, float] = {}
    for process, seconds in latest.items():
        used = seconds - before.get(process, 0.0)
        if used > 0:
            found[process.program] = found.get(process.program, 0.0) + used
    return Took(wall, found)


class Process(NamedTuple):
    """One that runs or ran."""

    program: str
    id: int


def processor_seconds() -> dict[Process, float]:
    """Of all processes below this one (Linux)."""
    parents: dict[int, int] = {}
    used: dict[Process, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue  # it has ended
        name, words = text[text.index("(") + 1 : text.rindex(")")], text[text.rindex(")") + 2 :].split()
        parents[int(folder.name)] = int(words[1])
        used[Process(name, int(folder.name))] = sum(map(int, words[11:13])) / os.sysconf("SC_CLK_TCK")

    def is_below(process: int) -> bool:
        while process not in (0, os.getpid()):
            process = parents.get(process, 0)
        return process != 0

    return {process: seconds for process, seconds in used.items() if is_below(process.id)}


def measure_spark(model: parsight.Model, path: Path, cores: int, expected: list[str]) -> Took:
    """From reading the file to the last explained row."""
    session = open_spark(cores)
    frame = session.read.parquet(str(path)).repartition(4 * cores).cache()
    frame.count()
    few = parsight.spark.explain(model, session.read.parquet(str(path)).limit(len(expected)))
    assert [row["text"] for row in few.collect()] == expected
    took = measure(lambda: parsight.spark.explain(model, frame).write.format("noop").mode("overwrite").save())
    session.stop()
    return took


def measure_program(folder: Path) -> Took:
    """The command line, on all cores, from the file to the last line."""
    words = ["explain", "model.json", "rows.parquet", "--quiet", "-o", "explained.ndjson"]
    program = str(TANK.parents[2] / "bin" / "parsight.js")
    return measure(lambda: subprocess.run(["node", program, *words], cwd=folder, check=True))


def main() -> None:
    """Prints a line for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=200_000)
    count = parser.parse_args().rows
    rows = make_rows(count)
    model = parsight.Explainer(progress=False).fit(pd.read_csv(TANK / "normal.csv")).model_
    versions = f"Python {platform.python_version()}, pyspark {pyspark.__version__}"
    print(f"{count:,} rows × {len(model.features)}; {versions}; load {os.getloadavg()[0]:.1f}")
    one = parsight.Explainer.from_model(model, n_jobs=1, progress=False)
    expected = one.explain(rows.iloc[:100]).text
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows.to_parquet(folder / "rows.parquet", index=False)
        model.save(folder / "model.json")
        print(f"command line      {measure_program(folder)}")
        for cores in (1, 2):
            print(f"Spark, local[{cores}]   {measure_spark(model, folder / 'rows.parquet', cores, expected)}")


if __name__ == "__main__":
    main()
