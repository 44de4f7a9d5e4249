"""Tables from Arrow, type by type; also what speaks Arrow's C stream."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from ..libraries import library
from ..table import NOT_A_TIME, BooleanColumn, Column, NumberColumn, OtherColumn, Table, TextColumn, TimeColumn
from .values import as_numbers, column_from_values


def table_from_stream(data: Any) -> Table:
    """Anything with __arrow_c_stream__, such as a DuckDB relation."""
    return table_from_arrow(_arrow().table(data))


def table_from_arrow(data: Any) -> Table:
    """A Table or a RecordBatch."""
    if not hasattr(data, "column_names") and not hasattr(data, "schema"):
        raise InputError(
            "TABLE_INVALID", f"that is no table: got an Arrow {type(data).__name__}", "Give a Table or a RecordBatch."
        )
    names = list(data.schema.names)
    return Table(data.num_rows, [column_from_arrow(name, data.column(place)) for place, name in enumerate(names)])


def column_from_arrow(name: str, array: Any) -> Column:
    """An array or a chunked array, by its type."""
    types = _arrow().types
    kind = array.type
    if types.is_dictionary(kind):
        return column_from_arrow(name, array.cast(kind.value_type))
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return _texts(name, array)
    if types.is_boolean(kind):
        codes = array.cast(_arrow().int8()).fill_null(-1)
        return BooleanColumn(name, np.asarray(codes.to_numpy(), dtype=np.int8))
    if types.is_temporal(kind):
        return _times(name, array)
    if types.is_null(kind):
        return NumberColumn(name, np.full(len(array), np.nan))
    if types.is_decimal(kind):  # Arrow multiplies by 0.01, which is no hundredth: 1678.36 becomes 1678.3600000000001
        array, kind = array.cast(_arrow().string()).cast(_arrow().float64()), _arrow().float64()
    if types.is_integer(kind) or types.is_floating(kind):
        numbers = array.cast(_arrow().float64(), safe=False).fill_null(float("nan"))
        return NumberColumn(name, as_numbers(numbers.to_numpy()))
    if types.is_binary(kind) or types.is_large_binary(kind) or types.is_fixed_size_binary(kind):
        return OtherColumn(name, "bytes")
    if types.is_nested(kind):
        return OtherColumn(name, "records" if types.is_struct(kind) or types.is_map(kind) else "lists")
    return column_from_values(name, array.to_pylist())


def _texts(name: str, array: Any) -> Column:
    coded = array.dictionary_encode()
    whole = coded.combine_chunks() if hasattr(coded, "combine_chunks") else coded
    codes = whole.indices.fill_null(-1).to_numpy(zero_copy_only=False)
    return TextColumn(name, np.asarray(codes, dtype=np.int32), whole.dictionary.to_pylist())


def _times(name: str, array: Any) -> Column:
    arrow = _arrow()
    kind = array.type
    if arrow.types.is_duration(kind) or arrow.types.is_interval(kind):
        return OtherColumn(name, "time spans")
    if arrow.types.is_time(kind):
        stamps, form = array.cast(arrow.time64("us"), safe=False).cast(arrow.int64()), "clock"
    else:
        form = "day" if arrow.types.is_date(kind) else "local" if kind.tz is None else "utc"
        stamps = array.cast(arrow.timestamp("us", getattr(kind, "tz", None)), safe=False).cast(arrow.int64())
    return TimeColumn(name, np.asarray(stamps.fill_null(NOT_A_TIME).to_numpy(), dtype=np.int64), form)  # type: ignore[arg-type]


def _arrow() -> Any:
    library("pyarrow.types")
    return library("pyarrow")
