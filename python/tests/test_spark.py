"""Learning and explaining on Spark, held against the command line on the same rows; skipped where there is no Spark."""

from __future__ import annotations

import datetime
import decimal
import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import parsight
import parsight.spark
from conftest import ROOT, SLOW, CommandLine

COUNT = 600


def find_spark() -> str | None:
    """Puts pyspark on the path, where this Python or the one in PARSIGHT_SPARK_PYTHON has it; else says why not."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        return "there is no Java"
    if importlib.util.find_spec("pyspark") is not None:
        return None
    named = os.environ.get("PARSIGHT_SPARK_PYTHON")
    if named is None:
        return "pyspark is not installed; name a Python that has it in PARSIGHT_SPARK_PYTHON"
    question = "import pathlib, pyspark, sys; print(sys.version_info[:2], pathlib.Path(pyspark.__file__).parents[1])"
    done = subprocess.run([named, "-c", question], capture_output=True, encoding="utf-8", check=False)
    version, _, folder = done.stdout.strip().rpartition(" ")
    if done.returncode != 0 or version != str(sys.version_info[:2]):
        return f"{named} has no pyspark, or is another version of Python than this"
    sys.path.append(folder)
    os.environ["PYTHONPATH"] = os.pathsep.join([str(ROOT / "python" / "src"), folder])
    return None


WHY_NOT = find_spark()
pytestmark = pytest.mark.skipif(WHY_NOT is not None, reason=f"no Spark: {WHY_NOT}")


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pyspark.sql import SparkSession

    # Two cores, and tasks are tried three times.
    builder = SparkSession.builder.master("local[2,3]").config("spark.ui.enabled", "false")
    for name, value in {
        "spark.sql.shuffle.partitions": "2",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "100",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",  # or results of more than a megabyte are looked for at another address
        "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",  # a short life
        "spark.sql.codegen.wholeStage": "false",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def rows(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows of every type, with nulls, as Spark writes them."""
    from pyspark.sql import types

    random = np.random.default_rng(7)
    level = random.normal(10, 2, COUNT).round(3)
    day = datetime.date(2026, 5, 4)

    def row(at: int) -> tuple[Any, ...]:
        return (
            at,
            None if at % 97 == 5 else float(level[at]),
            None if at % 89 == 7 else decimal.Decimal(str((level[at] * 3).round(2))).quantize(decimal.Decimal("0.01")),
            at % 23,
            None if at % 71 == 3 else ("on" if level[at] > 10 else "off"),
            at % 2 == 0,
            day + datetime.timedelta(days=at),
            datetime.datetime(2026, 5, 4, tzinfo=datetime.timezone.utc) + datetime.timedelta(minutes=at),
            [at, at + 1],
        )

    names = {
        "number": types.LongType(),
        "level": types.DoubleType(),
        "flow": types.DecimalType(10, 2),
        "count": types.IntegerType(),
        "pump": types.StringType(),
        "even": types.BooleanType(),
        "day": types.DateType(),
        "when": types.TimestampType(),
        "list": types.ArrayType(types.LongType()),
    }
    schema = types.StructType([types.StructField(name, kind) for name, kind in names.items()])
    path = tmp_path_factory.mktemp("spark") / "rows.parquet"
    frame = spark.createDataFrame([row(at) for at in range(COUNT)], schema)
    frame.drop("list").coalesce(1).write.option("compression", "snappy").parquet(str(path))
    return path


@pytest.fixture(scope="module")
def model(rows: Path) -> parsight.Model:
    return parsight.Explainer(exclude=["number"]).fit(pd.read_parquet(rows)).model_


def explained(frame: Any) -> dict[int, tuple[Any, str]]:
    return {row["number"]: (row["explanation"], row["text"]) for row in frame.collect()}


def test_rows_are_explained_as_the_command_line_explains_them(
    spark: Any, rows: Path, model: parsight.Model, cli: CommandLine
) -> None:
    model.save(cli.folder / "model.json")
    lines = cli.run("explain", "model.json", f"{rows}/*.parquet", "--format", "ndjson", "--top", "3").splitlines()
    frame = spark.read.parquet(str(rows))
    # One partition with most rows, empty ones, and rows out of order.
    skewed = frame.repartition(5, (frame["number"] / 500).cast("int")).sortWithinPartitions("level")
    result = parsight.spark.explain(model, skewed, top=3)
    assert result.columns == [*frame.columns, "explanation", "text"]
    assert result.drop("explanation", "text").schema == frame.schema
    found = explained(result)
    assert len(found) == COUNT
    for line in lines:
        wanted = json.loads(line)
        explanation, text = found[wanted["row"]]
        assert text == wanted["text"]
        assert explanation["strength"] == wanted["strength"]
        assert [each["feature"] for each in explanation["features"]] == [each["feature"] for each in wanted["features"]]
        assert [each["blame"] for each in explanation["features"]] == [each["blame"] for each in wanted["features"]]
        assert [each["rule"] for each in explanation["features"]] == [each["rule"] for each in wanted["features"]]
        assert [each["text"] for each in explanation["rules"]] == [each["text"] for each in wanted["rules"]]
    kept = result.drop("explanation", "text").orderBy("number").collect()
    assert kept == frame.orderBy("number").collect()


def test_rows_that_are_not_strange_are_left_out(
    spark: Any, rows: Path, model: parsight.Model, cli: CommandLine
) -> None:
    model.save(cli.folder / "model.json")
    lines = cli.run(
        "explain", "model.json", f"{rows}/*.parquet", "--format", "ndjson", "--min-strength", "0.9"
    ).splitlines()
    found = explained(parsight.spark.explain(model, spark.read.parquet(str(rows)), min_strength=0.9))
    assert sorted(found) == [json.loads(line)["row"] for line in lines]
    assert 0 < len(found) < COUNT


def test_a_stream_is_explained_as_a_table_is(spark: Any, rows: Path, model: parsight.Model, tmp_path: Path) -> None:
    frame = spark.read.parquet(str(rows))
    stream = spark.readStream.schema(frame.schema).parquet(str(rows))
    query = (
        parsight.spark.explain_stream(model, stream, top=1)
        .writeStream.format("memory")
        .queryName("explained")
        .option("checkpointLocation", str(tmp_path))
        .trigger(availableNow=True)
        .start()
    )
    query.awaitTermination()
    expected = explained(parsight.spark.explain(model, frame, top=1))
    assert explained(spark.table("explained")) == expected


def test_columns_of_lists_are_kept_and_nothing_is_explained_of_no_rows(spark: Any, model: parsight.Model) -> None:
    schema = "level double, flow decimal(10,2), count int, pump string, even boolean, list array<bigint>"
    frame = spark.createDataFrame([(None, None, None, None, None, [1, 2])] * 3, schema)
    found = parsight.spark.explain(model, frame).collect()
    assert [row["list"] for row in found] == [[1, 2]] * 3
    assert all(row["text"] for row in found)
    none = parsight.spark.explain(model, frame.limit(0))
    assert (none.count(), none.columns[-2:]) == (0, ["explanation", "text"])


def test_mistakes_are_refused_before_anything_runs(spark: Any, rows: Path, model: parsight.Model) -> None:
    frame = spark.read.parquet(str(rows))
    with pytest.raises(parsight.InputError, match="FEATURE_MISSING: the table lacks the feature level"):
        parsight.spark.explain(model, frame.withColumnRenamed("level", "Levels"))
    with pytest.raises(parsight.InputError, match='the DataFrame has a column named "text" already'):
        parsight.spark.explain(model, frame.withColumnRenamed("day", "Text"))
    with pytest.raises(parsight.InputError, match="top must be"):
        parsight.spark.explain(model, frame, top=-1)


@pytest.mark.skipif(not SLOW, reason="500 columns take a while: PARSIGHT_SLOW=1")
def test_wide_rows_are_explained(spark: Any) -> None:
    wide = pd.DataFrame(np.random.default_rng(0).normal(size=(300, 500)).round(3)).add_prefix("c")
    model = parsight.Explainer(trees=1, max_predicates=1).fit(wide).model_
    found = parsight.spark.explain(model, spark.createDataFrame(wide.iloc[:20]), top=1).collect()
    expected = parsight.Explainer.from_model(model, top=1).explain(wide.iloc[:20])
    assert sorted(row["text"] for row in found) == sorted(expected.text)


@pytest.mark.parametrize("how", ["1", "3", "17"])
def test_a_model_is_that_of_the_command_line(spark: Any, rows: Path, cli: CommandLine, how: str) -> None:
    few = ["--order", "none", "--trees", "2", "--neighbours", "100", "--exclude", "number"]
    wanted = cli.learn(Path(f"{rows}/*.parquet"), *few)
    frame = spark.read.parquet(str(rows))
    # In three partitions one has most rows; of seventeen some are empty.
    by = (frame["number"] / 500).cast("int") if how == "3" else frame["count"]
    frame = frame.repartition(int(how), by).sortWithinPartitions("flow")
    model = parsight.spark.learn(frame, order="none", trees=2, neighbours=100, exclude=["number"])
    assert model.text == wanted
    assert model.row_count == COUNT


def test_a_model_of_equal_rows_and_texts_is_that_of_the_command_line(spark: Any, cli: CommandLine) -> None:
    table = pd.DataFrame(
        {
            "mode": ["auto", "hand", None, " ", "off é"] * 80,
            "a.b `c`": [1.5, 2.5, 3.25, 4.0, 5.5, 6.75, 7.0, float("nan")] * 50,
            "flow": np.repeat(np.arange(100), 4) % 37 / 7,
        }
    )
    table.to_csv(cli.folder / "rows.csv", index=False)
    wanted = cli.learn(cli.folder / "rows.csv", "--order", "none", "--trees", "2")
    plain = table.astype(object).where(table.notna(), None)
    frame = spark.createDataFrame(plain, "mode string, `a.b ``c``` double, flow double")
    assert parsight.spark.learn(frame.repartition(4), trees=2).text == wanted


def test_a_model_of_many_columns_is_that_of_the_command_line(spark: Any, cli: CommandLine) -> None:
    random = np.random.default_rng(3)
    hidden = random.normal(size=(80, 30))
    table = pd.DataFrame((np.repeat(hidden, 9, axis=1) + random.normal(size=(80, 270)) / 5).round(3)).add_prefix("c")
    table["mode"] = np.where(hidden[:, 0] > 0, "on", "off")
    table.to_csv(cli.folder / "wide.csv", index=False)
    wanted = cli.learn(cli.folder / "wide.csv", "--order", "none", "--trees", "1", "--neighbours", "20")
    frame = spark.createDataFrame(table).repartition(3)
    with pytest.warns(parsight.ParsightWarning, match="271 columns"):
        model = parsight.spark.learn(frame, order="none", trees=1, neighbours=20)
    assert model.text == wanted


@pytest.mark.parametrize("how", ["1", "17"])
def test_rows_in_the_order_of_time_are_learnt_as_by_the_command_line(spark: Any, cli: CommandLine, how: str) -> None:
    random = np.random.default_rng(3)
    count = 1500
    load = pd.Series(random.normal(size=count)).ewm(alpha=0.1).mean().round(1)
    table = pd.DataFrame(
        {
            # Three rows a minute, and some that do not say when they were.
            "when": pd.Series(pd.date_range("2026-05-04", periods=count, freq="20s").floor("min")).mask(
                random.random(count) < 0.01
            ),
            "load": load,
            "valve": np.where(load > 0, "open", "shut"),
        }
    )
    table.to_parquet(cli.folder / "rows.parquet")
    wanted = cli.learn(cli.folder / "rows.parquet", "--trees", "2", "--neighbours", "50")
    assert json.loads(wanted)["order"] == {"by": "time", "column": "when", "step": 60_000}
    frame = spark.read.parquet(str(cli.folder / "rows.parquet")).repartition(int(how), "load")
    model = parsight.spark.learn(frame, trees=2, neighbours=50)
    assert model.text == wanted
    assert parsight.spark.learn(frame, time="when", trees=2, neighbours=50).text != wanted  # it says who named it


def test_a_frame_with_timestamps_is_learned_under_the_newest_pyspark(spark: Any, cli: CommandLine) -> None:
    random = np.random.default_rng(11)
    load = random.normal(size=400).round(1)
    table = pd.DataFrame(
        {
            "when": pd.date_range("2026-05-04", periods=400, freq="min", tz="UTC"),
            "due": pd.date_range("2026-06-04", periods=400, freq="h"),  # without a time zone
            "load": load,
            "valve": np.where(load > 0, "open", "shut"),
        }
    )
    table.to_parquet(cli.folder / "timestamps.parquet", coerce_timestamps="us")
    wanted = cli.learn(cli.folder / "timestamps.parquet", "--time", "when", "--trees", "2", "--neighbours", "50")
    frame = spark.read.parquet(str(cli.folder / "timestamps.parquet")).repartition(3)
    assert dict(frame.dtypes)["when"] == "timestamp"
    assert parsight.spark.learn(frame, time="when", trees=2, neighbours=50).text == wanted


def killing(log: Path, when: Callable[[int], bool]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """Hands rows on, and at some of the batches ends its own process and all other workers at once."""

    def hand_on(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.write(file, b".")
            if when(os.fstat(file).st_size):
                for worker in siblings():
                    os.kill(worker, signal.SIGKILL)
                os.kill(os.getpid(), signal.SIGKILL)
            os.close(file)
            yield batch

    def siblings() -> list[int]:
        others = (int(name) for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid())
        return [other for other in others if parent_of(other) == os.getppid()]

    def parent_of(process: int) -> int:
        try:
            words = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return 0  # it has ended
        return int(words[1])

    return hand_on


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found by /proc")
def test_workers_that_are_killed_change_nothing(spark: Any, rows: Path, tmp_path: Path) -> None:
    frame = spark.read.parquet(str(rows)).drop("day", "when", "number").repartition(3)
    wanted = parsight.spark.learn(frame, order="none", trees=2, neighbours=50)
    # In the first pass, and where rows are dealt to partitions by their content.
    killed = frame.mapInArrow(killing(tmp_path / "log", lambda batch: batch in (4, 11)), frame.schema)
    assert parsight.spark.learn(killed, order="none", trees=2, neighbours=50).text == wanted.text
    assert (tmp_path / "log").stat().st_size > 11


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found by /proc")
def test_workers_that_are_killed_again_and_again_end_in_an_error(spark: Any, rows: Path, tmp_path: Path) -> None:
    frame = spark.read.parquet(str(rows)).drop("day", "when", "number").repartition(3)
    killed = frame.mapInArrow(killing(tmp_path / "log", lambda batch: batch > 8), frame.schema)
    with pytest.raises(Exception, match="Python worker exited unexpectedly"):
        parsight.spark.learn(killed, order="none", trees=2, neighbours=50)


def test_decimals_and_partitions_of_any_size(spark: Any, cli: CommandLine) -> None:
    random = np.random.default_rng(5)
    price = (random.gamma(2, 30, 500)).round(2)
    table = pd.DataFrame(
        {
            "price": price,
            "tax": (price * 0.2).round(4),
            "huge": (random.normal(size=500) * 1e12).round(0),
            "shop": np.where(price > 60, "dear", "cheap"),
        }
    )
    table.to_csv(cli.folder / "rows.csv", index=False)
    wanted = cli.learn(cli.folder / "rows.csv", "--order", "none", "--trees", "2", "--neighbours", "50")
    text = spark.createDataFrame(table.astype(str))
    decimals = text.selectExpr(
        "cast(price as decimal(10,2)) price",
        "cast(tax as decimal(38,10)) tax",
        "cast(cast(huge as double) as decimal(20,0)) huge",
        "shop",
    )
    # All rows in one partition, and five without any.
    skewed = decimals.repartition(6, (decimals["price"] > decimals["price"] - 1).cast("int"))
    assert parsight.spark.learn(skewed, order="none", trees=2, neighbours=50).text == wanted


def test_what_cannot_be_learnt_on_spark_is_refused(spark: Any, rows: Path) -> None:
    frame = spark.read.parquet(str(rows))
    with pytest.raises(parsight.InputError, match="OPTION_IN_PARTS: history cannot be used where rows lie in parts"):
        parsight.spark.learn(frame, history=True)
    with pytest.raises(
        parsight.InputError, match="ORDER_IN_PARTS: several columns tell when rows were recorded: day, when"
    ):
        parsight.spark.learn(frame)
    with pytest.raises(parsight.InputError, match="NO_ROWS: the table has no rows to learn from"):
        parsight.spark.learn(frame.limit(0))
    with pytest.raises(parsight.InputError, match='there is no column "levels"'):
        parsight.spark.learn(frame, exclude=["levels"])
    with pytest.raises(TypeError, match="unexpected keyword argument 'sed'"):
        parsight.spark.learn(frame, sed=1)


class WithoutRdd:
    """A DataFrame as Spark Connect has it: partitions cannot be asked for."""

    def __init__(self, frame: Any) -> None:
        self.frame = frame

    @property
    def rdd(self) -> Any:
        raise NotImplementedError

    def select(self, *columns: Any) -> Any:
        return self.frame.select(*columns)


def test_partitions_are_counted_where_there_is_no_rdd(spark: Any) -> None:
    from parsight.spark_learning import _partition_count

    frame = spark.range(30).repartition(3)
    assert _partition_count(WithoutRdd(frame)) == _partition_count(frame) == 3
    assert _partition_count(WithoutRdd(frame.limit(0))) == 1
