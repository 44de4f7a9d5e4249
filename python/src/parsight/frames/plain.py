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
    columns = map_rows(rows)
    found = [column_from_values(str(key), values) for key, values in columns.items()]
    return Table(len(rows), found, absent="missing")


def _one_row(row: Mapping[Any, Any]) -> Table:
    """As a stream has them: its numbers become one array, of which each column is a part."""
    is_number = [type(value) is float or type(value) is int for value in row.values()]
    numbers = plain_numbers([value for value, is_plain in zip(row.values(), is_number, strict=True) if is_plain])
    columns: list[Column] = []
    at = 0
    for (key, value), is_plain in zip(row.items(), is_number, strict=True):
        name = str(key)
        columns.append(NumberColumn(name, numbers[at : at + 1]) if is_plain else column_from_values(name, [value]))
        at += is_plain
    return Table(1, columns, absent="missing")


def table_from_dict(columns: Mapping[Any, Any]) -> Table:
    """A dict of lists or arrays; one of single values is a row."""
    single = [
        key for key, values in columns.items() if isinstance(values, (str, bytes)) or not hasattr(values, "__len__")
    ]
    if len(single) == len(columns):
        return rows_from_dicts([columns] if columns else [])
    if single:
        raise InputError(
            "TABLE_INVALID",
            f'column "{single[0]}" is one value, while others are lists',
            "Give a list for each column, or a single value for each to explain one row.",
        )
    return _columns_from_dict(columns)


def _columns_from_dict(columns: Mapping[Any, Any]) -> Table:
    lengths = {len(values) for values in columns.values()}
    if len(lengths) > 1:
        raise InputError(
            "COLUMN_LENGTH",
            f"columns have different lengths: {', '.join(str(length) for length in sorted(lengths))}",
            "All columns of a table have one value for each row; use None where there is none.",
        )
    return Table(lengths.pop(), [_column_from_list(str(name), values) for name, values in columns.items()])


def _column_from_list(name: str, values: Any) -> Column:
    if isinstance(values, list):
        return column_from_values(name, values)  # pyright: ignore[reportUnknownArgumentType]
    return column_from_array(name, np.asarray(values))


def table_from_numpy(data: Any) -> Table:
    """Rows × columns, called x0, x1, … as scikit-learn does; or an array with named fields."""
    array = _as_array(data)
    if array.dtype.names is not None:
        return _columns_from_dict({name: array[name] for name in array.dtype.names})
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


def _as_array(data: Any) -> NDArray[Any]:
    try:
        return np.asarray(data)
    except ValueError as error:
        raise InputError(
            "TABLE_INVALID",
            f"the rows are of different lengths: {error}",
            "Give one value for each column in each row.",
        ) from error


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
    """Microseconds since 1970; NaT is numpy's NOT_A_TIME already."""
    stamps = array.astype("datetime64[us]").astype(np.int64)
    assert np.datetime64("NaT").astype(np.int64) == NOT_A_TIME
    return stamps
