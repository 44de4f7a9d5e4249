"""Frames of every kind and dtype, held against the command line on the same table as a Parquet file."""

from __future__ import annotations

import datetime
import decimal
import tempfile
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings

import parsight
from conftest import SLOW, CommandLine
from parsight.frames import as_table
from parsight.table import BooleanColumn, MixedColumn, NumberColumn, OtherColumn, TextColumn, TimeColumn

COUNT = 120


def dtypes() -> pd.DataFrame:
    """A column of each dtype, with missing values wherever it can have some."""
    rows = np.arange(COUNT)
    holes = rows % 17 == 3
    moments = pd.date_range("2026-03-28 23:00", periods=COUNT, freq="37min")
    return pd.DataFrame(
        {
            "float": np.where(holes, np.nan, np.sin(rows) * 100),
            "float32": np.cos(rows).astype(np.float32),
            "int": rows * 7 % 31,
            "Int64": pd.array(np.where(holes, None, rows % 13), dtype="Int64"),
            "bool": rows % 3 == 0,
            "boolean": pd.array(np.where(holes, None, rows % 2 == 0), dtype="boolean"),
            "text": np.where(holes, None, np.array(["on", "off", "auto"])[rows % 3]),
            "string": pd.array(np.where(holes, None, np.array(["é", "", "日本"])[rows % 3]), dtype="string"),
            "category": pd.Categorical(np.array(["low", "high"])[rows % 2], categories=["low", "mid", "high"]),
            "codes": pd.Categorical(rows % 4 * 10),
            "moment": moments.tz_localize(None),
            "zoned": moments.tz_localize("Europe/Paris", nonexistent="shift_forward"),
            "span": pd.to_timedelta(rows, unit="h"),
            "nothing": np.full(COUNT, np.nan),
        },
        index=moments,
    )


def test_every_dtype_of_pandas_gives_what_its_parquet_file_gives(cli: CommandLine) -> None:
    frame = dtypes()
    path = cli.folder / "frame.parquet"
    frame.drop(columns="span").to_parquet(path, index=False)
    explainer = parsight.Explainer().fit(frame.drop(columns="span"))
    assert explainer.model_.text == cli.learn(path)
    assert explainer.explain(frame.drop(columns="span")).to_ndjson() == cli.explain(path)
    kinds = parsight.Explainer().fit(frame).model_
    assert kinds.excluded["span"] == "it holds time spans"
    assert kinds.excluded["moment"] == "it holds moments in time"
    assert kinds.kinds["codes"] == "categorical"


@pytest.mark.parametrize(
    "convert", [pl.from_pandas, pa.Table.from_pandas, lambda frame: frame.convert_dtypes(dtype_backend="pyarrow")]
)
def test_polars_arrow_and_arrow_columns_are_the_same_table(convert: Any) -> None:
    frame = dtypes().reset_index(drop=True)
    expected = parsight.Explainer().fit(frame)
    found = parsight.Explainer().fit(convert(frame))
    assert found.model_.text == expected.model_.text
    ndjson = expected.explain(frame).to_ndjson()
    assert found.explain(convert(frame)).to_ndjson() == ndjson


def test_numpy_lists_and_dicts_are_the_same_table() -> None:
    numbers = np.column_stack([np.sin(np.arange(COUNT)), np.arange(COUNT) % 7, np.cos(np.arange(COUNT) * 3)])
    names = ["x0", "x1", "x2"]
    expected = parsight.Explainer().fit(numbers).model_.text
    frame = pd.DataFrame(numbers, columns=names)
    for same in (frame, frame.to_dict("records"), frame.to_dict("list"), numbers.tolist(), np.asfortranarray(numbers)):
        assert parsight.Explainer().fit(same).model_.text == expected


def test_few_rows_are_read_as_many_are() -> None:
    frame = dtypes().drop(columns=["moment", "zoned", "span"])
    explainer = parsight.Explainer().fit(frame)
    lines = explainer.explain(frame).to_ndjson().splitlines()
    for row in (0, 3, 20):
        one = explainer.explain(frame.iloc[[row]])
        assert one.to_ndjson().replace('{"row":0,', f'{{"row":{row},', 1) == lines[row] + "\n"


def test_every_nan_is_the_same_missing_value(tmp_path: Path) -> None:
    bits = np.array([0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001, 0x7FF8000000000123], dtype=np.uint64)
    numbers = np.arange(60) % 17 / 2.0
    models: set[str] = set()
    for nan in bits.view(np.float64):
        numbers[[3, 20, 41]] = nan
        model = parsight.Explainer().fit({"x": numbers, "y": np.arange(60) % 7 * 1.5}).model_
        model.save(tmp_path / "model.json")
        assert parsight.Model.load(tmp_path / "model.json") == model
        models.add(model.text)
    assert len(models) == 1


def test_decimals_are_the_numbers_that_they_write() -> None:
    written = ["1678.36", "-5870.69", "9927.63", None, "0.07"]
    decimals = [None if text is None else decimal.Decimal(text) for text in written]
    for table in (
        {"x": decimals},
        pa.table({"x": pa.array(decimals, pa.decimal128(10, 2))}),
        pl.DataFrame({"x": pl.Series(decimals, dtype=pl.Decimal(10, 2))}),
        pd.DataFrame({"x": pd.array(decimals, dtype=pd.ArrowDtype(pa.decimal128(10, 2)))}),
    ):
        column = as_table(table).columns[0]
        assert isinstance(column, NumberColumn)
        assert [repr(value) for value in column.values.tolist()] == [text or "nan" for text in written]


def test_python_values_decide_the_type_of_a_column() -> None:
    day = datetime.date(2026, 5, 1)
    columns = {
        "number": [1, 2.5, None, decimal.Decimal("3.5")],
        "text": ["a", None, "b", "a"],
        "boolean": [True, None, np.bool_(False), True],
        "time": [datetime.datetime(2026, 5, 1, 12), pd.NaT, day, None],
        "clock": [datetime.time(1, 2, 3), None, None, None],
        "mixed": [1, "ERR", None, float("inf")],
        "bytes": [b"a", None, b"b", b"c"],
        "lists": [[1], None, [2], []],
    }
    rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    kinds = {column.name: type(column) for column in as_table(rows).columns}
    assert kinds == {
        "number": NumberColumn,
        "text": TextColumn,
        "boolean": BooleanColumn,
        "time": TimeColumn,
        "clock": TimeColumn,
        "mixed": MixedColumn,
        "bytes": OtherColumn,
        "lists": OtherColumn,
    }


def test_a_word_among_numbers_is_named_and_counts_as_missing() -> None:
    rows: list[dict[str, Any]] = [{"level": i * 37 % 101 / 2, "pump": "on" if i % 2 else "off"} for i in range(200)]
    rows[41]["level"] = "ERR"
    with pytest.warns(
        parsight.ParsightWarning, match='1 cell is no number and counts as missing: level \\(1 of 200\\) row 41 "ERR"'
    ):
        parsight.Explainer().fit(rows)
    with pytest.raises(parsight.InputError, match="ERR"):
        parsight.Explainer(strict=True).fit(rows)


@pytest.mark.parametrize(
    ("given_table", "message"),
    [
        (7, "that is no table: got int"),
        (np.arange(5), "Expected 2D array, got 1D array instead"),
        (pd.Series([1, 2]), "that is no table: got a pandas Series"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), 'there are two columns named "a"'),
        ({"a": [1, 2], "b": [1]}, "columns have different lengths: 1, 2"),
        (pd.DataFrame({"a": []}), "the table has no rows to learn from"),
        ([], "the table has no rows to learn from"),
        (pd.DataFrame(index=range(5)), "the table has no columns to learn from"),
        (pa.table([[1, 2], [3, 4]], names=["a", "a"]), 'there are two columns named "a"'),
        ([{1: 2, "1": 3}] * 20, 'there are two columns named "1"'),
        ({"a": [1, 2], "b": 1}, 'column "b" is one value, while others are lists'),
        ("data.csv", "that is no table: got str"),
        (Path("data.csv"), "that is no table: got PosixPath"),
        (iter([{"a": 1}]), "that is no table: got list_iterator"),
    ],
)
def test_what_is_no_table_is_said_with_a_way_out(given_table: Any, message: str) -> None:
    with pytest.raises(parsight.InputError) as caught:
        parsight.Explainer().fit(given_table)
    assert caught.value.message == message
    assert caught.value.hint != ""


def test_rows_of_different_lengths_are_refused() -> None:
    with pytest.raises(parsight.InputError, match="TABLE_INVALID: the rows are of different lengths"):
        parsight.Explainer().fit([[1, 2], [3]])


def test_one_row_is_a_dict_and_an_empty_list_no_row(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    row = anomalies.iloc[0].to_dict()
    assert explainer.explain(row).to_ndjson() == explainer.explain(anomalies.iloc[:1]).to_ndjson()
    assert (len(explainer.explain([])), explainer.transform([]).shape) == (0, (0, 12))


def test_a_key_that_dicts_leave_out_is_missing_and_a_misspelt_one_a_mistake(
    explainer: parsight.Explainer, anomalies: pd.DataFrame
) -> None:
    rows = anomalies.iloc[:3].astype(object).to_dict("records")
    missing = explainer.explain([{**row, "Level": None} for row in rows]).to_ndjson()
    without = [{key: value for key, value in row.items() if key != "Level"} for row in rows]
    assert explainer.explain(without).to_ndjson() == missing
    assert explainer.explain(without[0]).to_ndjson() == missing.splitlines(keepends=True)[0]
    assert explainer.transform(without).shape == (3, 12)
    assert explainer.explain([without[0], rows[1]])[0].data == explainer.explain(without[0])[0].data
    named = parsight.Explainer.from_model(explainer.model_, id=["Batch"]).explain(without)
    assert [each.id for each in named] == [{"Batch": None}] * 3
    assert len(explainer.explain(without).incidents(gap="1 row")) > 0
    with pytest.raises(parsight.InputError) as caught:
        explainer.explain([{**row, "level": 3} for row in without])
    assert (caught.value.code, caught.value.message) == ("FEATURE_MISSING", "the table lacks the feature Level")
    assert caught.value.hint.startswith('Closest: "level" for "Level". The table also has: Time, level.')
    with pytest.raises(parsight.InputError, match="the table lacks 12 of 12 features"):
        explainer.explain([{"a": 1}])


def test_numbers_that_no_double_holds_are_infinite(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    row = anomalies.iloc[0].to_dict()
    assert explainer.explain([{**row, "Level": 10**400}])[0].suspects[0].observed == "Infinity"
    assert explainer.explain([{**row, "Level": -(10**400)}] * 2)[1].suspects[0].observed == "-Infinity"


def test_moments_of_all_centuries_are_moments() -> None:
    far = datetime.datetime(9999, 12, 31)
    numbers = list(range(0, 60, 2))
    for table in (
        [{"when": far, "x": x} for x in numbers],
        pl.DataFrame({"when": [far] * 30, "x": numbers}),
        pa.table({"when": pa.array([far] * 30, type=pa.timestamp("s")), "x": numbers}),
        pd.DataFrame({"when": np.array(["9999-12-31"] * 30, dtype="datetime64[s]"), "x": numbers}),
    ):
        column = as_table(table).columns[0]
        assert isinstance(column, TimeColumn)
        assert column.texts().dictionary == ["9999-12-31T00:00:00"]


def test_moments_are_written_as_finely_as_they_are() -> None:
    moments = pd.DataFrame({"when": pd.to_datetime(["2026-05-01 12:00:00.000250", None, "1969-12-31 23:59:59.5"])})
    column = as_table(moments).columns[0]
    assert isinstance(column, TimeColumn)
    assert [column.texts().dictionary[code] for code in column.texts().codes if code >= 0] == [
        "2026-05-01T12:00:00.00025",
        "1969-12-31T23:59:59.5",
    ]


def test_a_column_that_is_missing_is_named(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    with pytest.raises(parsight.InputError, match="the table lacks the feature Level") as caught:
        explainer.explain(anomalies.rename(columns={"Level": "level"}))
    assert caught.value.hint.startswith('Closest: "level" for "Level". The table also has: Time, level.')
    for table in (anomalies.drop(columns="Level"), anomalies.drop(columns="Level").to_dict("list")):
        with pytest.raises(parsight.InputError, match="the table lacks the feature Level"):
            explainer.explain(table)


numbers = st.one_of(
    st.floats(allow_nan=True, allow_infinity=True, width=64),
    st.sampled_from([0.0, -0.0, 1.0, 1e300, -1e-300, float("nan")]),
)
texts = st.one_of(
    st.none(), st.sampled_from(["", " ", "a", "NA", "constructor", "1", "é", "a,b", '"', "→"]), st.text(max_size=3)
)


@st.composite
def nasty_frames(draw: Any) -> pd.DataFrame:
    """Few rows again and again, so that there is something to learn, of columns that lean to trouble."""
    size = draw(st.integers(3, 12))

    def column(values: Any) -> list[Any]:
        return draw(st.lists(values, min_size=size, max_size=size))

    frame = pd.DataFrame(
        {
            "n": pd.array(column(numbers), dtype="float64"),
            "i": pd.array(column(st.one_of(st.none(), st.integers(-(2**53), 2**53))), dtype="Int64"),
            "b": pd.array(column(st.one_of(st.none(), st.booleans())), dtype="boolean"),
            "t": pd.array(column(texts), dtype="string"),
            "m": pd.array(
                column(st.datetimes(datetime.datetime(1970, 1, 2), datetime.datetime(2200, 1, 1))),
                dtype="datetime64[us]",
            ),
        }
    )
    return pd.concat([frame] * draw(st.sampled_from([1, 5, 20])), ignore_index=True)


@settings(
    max_examples=120 if SLOW else 8,
    deadline=None,
    derandomize=not SLOW,  # the same frames in every run, so that what fails fails again
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(frame=nasty_frames())
@pytest.mark.filterwarnings("ignore::parsight.ParsightWarning")
def test_nasty_frames_give_what_the_command_line_gives(cli: CommandLine, frame: pd.DataFrame) -> None:
    with tempfile.TemporaryDirectory(dir=cli.folder) as folder:
        there = CommandLine(Path(folder))
        path = there.folder / "frame.parquet"
        frame.to_parquet(path, index=False)
        explainer = parsight.Explainer().fit(frame)
        assert explainer.model_.text == there.learn(path)
        assert explainer.explain(frame).to_ndjson() == there.explain(path)
