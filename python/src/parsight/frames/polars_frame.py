"""Tables from polars, dtype by dtype; without pyarrow."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from ..libraries import library
from ..table import NOT_A_TIME, BooleanColumn, Column, NumberColumn, OtherColumn, Table, TextColumn, TimeColumn
from .values import as_numbers

_HOLDS = {
    "Binary": "bytes",
    "Duration": "time spans",
    "List": "lists",
    "Array": "lists",
    "Struct": "records",
    "Object": "values of type object",
}
_TEXTS = ("String", "Utf8", "Categorical", "Enum")


def table_from_polars(data: Any) -> Table:
    """A DataFrame, or a LazyFrame, which is collected."""
    frame = data.collect() if type(data).__name__ == "LazyFrame" else data
    if not hasattr(frame, "columns"):
        raise InputError(
            "TABLE_INVALID",
            f"that is no table: got a polars {type(data).__name__}",
            "Give a DataFrame: series.to_frame().",
        )
    return Table(frame.height, [_column(name, frame[name]) for name in frame.columns])


def _column(name: str, series: Any) -> Column:
    dtype = series.dtype
    kind = type(dtype).__name__ if not isinstance(dtype, type) else dtype.__name__
    if kind in _TEXTS:
        return _texts(name, series)
    if kind == "Boolean":
        values = series.cast(_polars().Int8).fill_null(-1).to_numpy()
        return BooleanColumn(name, np.asarray(values, dtype=np.int8))
    if kind in ("Date", "Datetime", "Time"):
        return _times(name, series, kind)
    if kind == "Null":
        return NumberColumn(name, np.full(len(series), np.nan))
    if kind in _HOLDS:
        return OtherColumn(name, _HOLDS[kind])
    return NumberColumn(name, as_numbers(series.cast(_polars().Float64).fill_null(float("nan")).to_numpy()))


def _texts(name: str, series: Any) -> Column:
    """Distinct texts with their first row, then each row's place among them."""
    polars = _polars()
    texts = series.cast(polars.String)
    distinct = texts.drop_nulls().unique(maintain_order=True)
    codes = texts.replace_strict(distinct, polars.int_range(len(distinct), dtype=polars.Int32, eager=True), default=-1)
    return TextColumn(name, np.asarray(codes.fill_null(-1).to_numpy(), dtype=np.int32), distinct.to_list())


def _times(name: str, series: Any, kind: str) -> Column:
    polars = _polars()
    if kind == "Time":
        stamps, form = series.cast(polars.Int64) // 1000, "clock"
    else:
        form = "day" if kind == "Date" else "utc" if getattr(series.dtype, "time_zone", None) else "local"
        stamps = series.cast(polars.Datetime("us")).cast(polars.Int64)
    return TimeColumn(name, np.asarray(stamps.fill_null(NOT_A_TIME).to_numpy(), dtype=np.int64), form)  # type: ignore[arg-type]


def _polars() -> Any:
    return library("polars")
