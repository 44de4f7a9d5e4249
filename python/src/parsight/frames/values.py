"""Columns from Python values of any type: the type of a column is decided from all of them, never from one."""

from __future__ import annotations

import datetime
import decimal
import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..table import (
    NOT_A_TIME,
    BooleanColumn,
    Column,
    MixedColumn,
    NumberColumn,
    Numbers,
    OtherColumn,
    TimeColumn,
    TimeForm,
    factorize,
)

UTC = datetime.timezone.utc
#: Types that need no second look: nearly all columns are of these.
_PLAIN_NUMBERS: set[type] = {float, int}
_PLAIN_TEXTS: set[type] = {str, type(None)}


def column_from_values(name: str, values: Sequence[Any]) -> Column:
    """A column of Python values; None, NaN and what pandas calls missing are missing."""
    types = set(map(type, values))
    if types <= _PLAIN_NUMBERS and types:
        return NumberColumn(name, plain_numbers(values))
    if types <= _PLAIN_TEXTS and str in types:
        return factorize(name, values)
    present = [None if is_missing(value) else value for value in values]
    kinds = {kind_of(value) for value in present if value is not None}
    if not kinds or kinds == {"number"}:
        return NumberColumn(name, np.asarray([_number(value) for value in present], dtype=np.float64))
    if kinds == {"text"}:
        return factorize(name, [None if value is None else str(value) for value in present])
    if kinds == {"boolean"}:
        codes = [-1 if value is None else int(value) for value in present]
        return BooleanColumn(name, np.asarray(codes, dtype=np.int8))
    if kinds <= {"time", "day"}:
        return _time_column(name, present)
    if kinds == {"clock"}:
        stamps = [NOT_A_TIME if value is None else _clock_stamp(value) for value in present]
        return TimeColumn(name, np.asarray(stamps, dtype=np.int64), "clock")
    others = [kind for kind in sorted(kinds) if kind.startswith("other:")]
    if others:
        return OtherColumn(name, others[0].removeprefix("other:"))
    return MixedColumn(name, [_mixed(value) for value in present])


def is_missing(value: Any) -> bool:
    """None, NaN, NaT, pandas.NA and a masked cell."""
    if value is None or value is np.ma.masked:
        return True
    if isinstance(value, float):
        return math.isnan(value)
    if isinstance(value, (np.floating, np.datetime64, np.timedelta64)):
        return bool(np.isnan(value))  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(value, decimal.Decimal):
        return value.is_nan()
    return type(value).__name__ in ("NAType", "NaTType")


def kind_of(value: Any) -> str:
    """What a value is: a kind that columns have, or "other:" and what a column of them holds."""
    if isinstance(value, (bool, np.bool_)):
        return "boolean"
    if isinstance(value, str):
        return "text"
    if isinstance(value, (numbers.Real, decimal.Decimal, np.integer, np.floating)):
        return "number"
    if isinstance(value, (datetime.datetime, np.datetime64)):
        return "time"
    if isinstance(value, datetime.date):
        return "day"
    if isinstance(value, datetime.time):
        return "clock"
    return f"other:{_holds(value)}"


def _holds(value: Any) -> str:
    known: tuple[tuple[Any, str], ...] = (
        ((bytes, bytearray, memoryview), "bytes"),
        ((datetime.timedelta, np.timedelta64), "time spans"),
        ((numbers.Complex, np.complexfloating), "complex numbers"),
        (Mapping, "records"),
        ((list, tuple, set, frozenset, np.ndarray), "lists"),
    )
    for types, words in known:
        if isinstance(value, types):
            return words
    return f"values of type {type(value).__name__}"


def plain_numbers(values: Sequence[float]) -> Numbers:
    """Floats and integers, also those that no double holds."""
    try:
        return np.array(values, dtype=np.float64)
    except OverflowError:
        return np.array([_number(value) for value in values])


def _number(value: Any) -> float:
    if value is None:
        return math.nan
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _time_column(name: str, present: Sequence[Any]) -> TimeColumn:
    moments = [value for value in present if value is not None]
    if all(isinstance(value, datetime.date) and not isinstance(value, datetime.datetime) for value in moments):
        form: TimeForm = "day"
    else:
        form = "utc" if all(getattr(value, "tzinfo", None) is not None for value in moments) else "local"
    stamps = [NOT_A_TIME if value is None else time_stamp(value) for value in present]
    return TimeColumn(name, np.asarray(stamps, dtype=np.int64), form)


def time_stamp(value: Any) -> int:
    """Microseconds since 1970, in UTC; a moment without a zone is taken for UTC."""
    if isinstance(value, np.datetime64):
        return int(value.astype("datetime64[us]").astype(np.int64))
    if isinstance(value, datetime.datetime):
        aware = value.replace(tzinfo=UTC) if value.tzinfo is None else value
        return (aware - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // datetime.timedelta(microseconds=1)
    return int((value - datetime.date(1970, 1, 1)).days) * 86_400_000_000


def _clock_stamp(value: datetime.time) -> int:
    return ((value.hour * 60 + value.minute) * 60 + value.second) * 1_000_000 + value.microsecond


def _mixed(value: Any) -> Any:
    """A value of a mixed column as JSON takes it."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if type(value) is np.bool_:
        return bool(value)
    if isinstance(value, (datetime.date, np.datetime64)):
        return {"time": time_stamp(value) / 1000}
    if isinstance(value, datetime.time):
        return value.isoformat()
    number = _number(value)
    if math.isinf(number):
        return {"number": "Infinity" if number > 0 else "-Infinity"}
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def as_numbers(values: Any) -> Numbers:
    """An array of doubles; what is one already is not copied."""
    return np.ascontiguousarray(values, dtype=np.float64)


def map_rows(rows: Iterable[Mapping[Any, Any]]) -> dict[Any, list[Any]]:
    """Columns of rows by key, in the order in which keys are first met; a key that a row lacks is missing there."""
    columns: dict[Any, list[Any]] = {}
    count = 0
    for row in rows:
        for key, value in row.items():
            values = columns.setdefault(key, [])
            values.extend([None] * (count - len(values)))
            values.append(value)
        count += 1
    for values in columns.values():
        values.extend([None] * (count - len(values)))
    return columns
