"""How fast Spark explains: rows like the water tank's, by Spark on one core and on two, and by Python alone.

    python bench/spark_speed.py                  200,000 rows
    python bench/spark_speed.py --rows 1000000

The answer is checked before the time is taken: the first texts are the same. Starting Spark is not timed.
Needs pyspark, pandas and pyarrow beside the package, and Java 17.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pandas as pd
import pyspark
from pyspark.sql import SparkSession

import parsight
import parsight.spark

TANK = Path(__file__).resolve().parents[1] / "examples" / "water-tank" / "data"


def make_rows(count: int) -> pd.DataFrame:
    """So many rows, of which none is the same as another."""
    normal = pd.read_csv(TANK / "normal.csv")
    rows = pd.concat([normal] * -(-count // len(normal)), ignore_index=True).iloc[:count]
    return rows.assign(Level=(rows["Level"] + rows.index % 97 / 1000).round(4))


def open_spark(cores: int) -> Any:
    """A session on so many cores, whose workers run."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{cores}]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.bindAddress", "127.0.0.1").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    return session


def time_spark(model: parsight.Model, path: Path, cores: int, expected: list[str]) -> float:
    """Seconds from reading the file to the last explained row."""
    session = open_spark(cores)
    frame = session.read.parquet(str(path)).repartition(4 * cores).cache()
    frame.count()
    few = parsight.spark.explain(model, session.read.parquet(str(path)).limit(len(expected)))
    assert [row["text"] for row in few.collect()] == expected
    began = time.monotonic()
    parsight.spark.explain(model, frame).write.format("noop").mode("overwrite").save()
    seconds = time.monotonic() - began
    session.stop()
    return seconds


def main() -> None:
    """Prints a line for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=200_000)
    count = parser.parse_args().rows
    rows = make_rows(count)
    explainer = parsight.Explainer(progress=False).fit(pd.read_csv(TANK / "normal.csv"))
    versions = f"Python {platform.python_version()}, pyspark {pyspark.__version__}"
    print(f"{count:,} rows × {len(explainer.model_.features)}; {versions}")
    one = parsight.Explainer.from_model(explainer.model_, n_jobs=1, progress=False)
    expected = one.explain(rows.iloc[:100]).text
    began = time.monotonic()
    one.explain(rows).to_ndjson()
    print(f"Python, one core    {time.monotonic() - began:8.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        rows.to_parquet(path, index=False)
        for cores in (1, 2):
            print(f"Spark, local[{cores}]     {time_spark(explainer.model_, path, cores, expected):8.1f} s")


if __name__ == "__main__":
    main()
