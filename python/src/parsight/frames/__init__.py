"""From what people have (pandas, polars, Arrow, numpy, lists of dicts) to a Table. Libraries load only when used."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..table import Table
from .plain import columns_from_dict, rows_from_dicts, table_from_numpy

__all__ = ["as_table"]

WHAT_TO_GIVE = (
    "Give a pandas, polars or Arrow table, a numpy array with two dimensions, a list of dicts, or a dict of columns."
)


def as_table(given: Any) -> Table:
    """The table in any of these forms, or an InputError that says what was given instead."""
    library = type(given).__module__.partition(".")[0]
    if library == "pandas":
        from .pandas_frame import table_from_pandas

        return table_from_pandas(given)
    if library == "polars":
        from .polars_frame import table_from_polars

        return table_from_polars(given)
    if library == "pyarrow":
        from .arrow_table import table_from_arrow

        return table_from_arrow(given)
    return _from_python(given)


def _from_python(given: Any) -> Table:
    if _is_sparse(given):
        raise InputError("TABLE_INVALID", "that is no table: got a sparse matrix", "Convert it with .toarray().")
    if isinstance(given, Mapping):
        return columns_from_dict(given)  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(given, Sequence) and not isinstance(given, (str, bytes)):
        rows: Sequence[Any] = given  # pyright: ignore[reportUnknownVariableType]
        if len(rows) > 0 and all(isinstance(row, Mapping) for row in rows):
            return rows_from_dicts(rows)
    if isinstance(given, (Sequence, str)) or hasattr(given, "__array__"):
        return table_from_numpy(given)
    if hasattr(given, "__arrow_c_stream__"):
        from .arrow_table import table_from_stream

        return table_from_stream(given)
    raise InputError("TABLE_INVALID", f"that is no table: got {type(given).__name__}", WHAT_TO_GIVE)


def _is_sparse(given: Any) -> bool:
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(given))
