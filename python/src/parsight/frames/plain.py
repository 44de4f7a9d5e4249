"""Tables from numpy arrays, lists of dicts and dicts of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError
from ..table import NOT_A_TIME, BooleanColumn, Column, NumberColumn, OtherColumn, Table, TimeColumn
from .values import as_numbers, column_from_values, map_rows, plain_numbers


def rows_from_dicts(rows: Sequence[Mapping[Any, Any]]) -> Table:
    """A list of dicts, as the core takes a list of objects."""
    if len(rows) == 1:
        return _one_row(rows[0])
    columns = map_rows(rows, str)
    return Table(len(rows), [column_from_values(name, values) for name, values in columns.items()])


def _one_row(row: Mapping[Any, Any]) -> Table:
    """As a stream has them: its numbers become one array, of which each column is a part."""
    is_number = [type(value) is float or type(value) is int for value in row.values()]
    numbers = plain_numbers([value for value, is_plain in zip(row.values(), is_number, strict=True) if is_plain])
    columns: dict[str, Column] = {}
    at = 0
    for (key, value), is_plain in zip(row.items(), is_number, strict=True):
        name = str(key)
        columns[name] = NumberColumn(name, numbers[at : at + 1]) if is_plain else column_from_values(name, [value])
        at += is_plain
    return Table(1, list(columns.values()))


def columns_from_dict(columns: Mapping[Any, Any]) -> Table:
    """A dict of lists or arrays."""
    found = [column_from_array(str(name), np.asarray(values, dtype=None)) for name, values in columns.items()]
    lengths = {len(values) for values in columns.values()}
    if len(lengths) > 1:
        raise InputError(
            "COLUMN_LENGTH",
            f"columns have different lengths: {', '.join(str(length) for length in sorted(lengths))}",
            "All columns of a table have one value for each row; use None where there is none.",
        )
    return Table(lengths.pop() if lengths else 0, found)


def table_from_numpy(given: Any) -> Table:
    """Rows × columns, called x0, x1, … as scikit-learn does; or an array with named fields."""
    array: NDArray[Any] = np.asarray(given)
    if array.dtype.names is not None:
        return columns_from_dict({name: array[name] for name in array.dtype.names})
    if array.ndim != 2:
        raise InputError(
            "TABLE_INVALID",
            f"Expected 2D array, got {'scalar' if array.ndim == 0 else f'{array.ndim}D'} array instead",
            "Rows go down, features across. Reshape your data with array.reshape(-1, 1) if it has a single feature "
            "or array.reshape(1, -1) if it is a single row.",
        )
    if array.dtype.kind == "c":
        raise InputError(
            "TABLE_INVALID",
            "Complex data not supported: the array holds complex numbers",
            "Give their real and imaginary parts as columns of their own.",
        )
    if array.shape[1] == 0:
        raise InputError(
            "TABLE_INVALID",
            f"0 feature(s) (shape={array.shape}) while a minimum of 1 is required.",
            "Give at least one column.",
        )
    columns = [column_from_array(f"x{place}", array[:, place]) for place in range(array.shape[1])]
    return Table(array.shape[0], columns, has_text_names=False)


def column_from_array(name: str, array: NDArray[Any]) -> Column:
    """A column of one numpy array, by its dtype."""
    if isinstance(array, np.ma.MaskedArray):
        return column_from_values(name, list(array))
    kind = array.dtype.kind
    if array.ndim != 1:
        return OtherColumn(name, "lists")
    if kind in "iuf":
        return NumberColumn(name, as_numbers(array))
    if kind == "b":
        return BooleanColumn(name, array.astype(np.int8))
    if kind == "M":
        return TimeColumn(name, datetime_stamps(array), "local")
    if kind == "m":
        return OtherColumn(name, "time spans")
    if kind == "c":
        return OtherColumn(name, "complex numbers")
    if kind == "V":
        return OtherColumn(name, "records")
    return column_from_values(name, array.tolist())


def datetime_stamps(array: NDArray[Any]) -> NDArray[np.int64]:
    """Nanoseconds since 1970; NaT is numpy's NOT_A_TIME already."""
    stamps = array.astype("datetime64[ns]").astype(np.int64)
    assert np.datetime64("NaT").astype(np.int64) == NOT_A_TIME
    return stamps
