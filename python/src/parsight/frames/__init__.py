"""From what people have (pandas, polars, Arrow, numpy, lists of dicts) to a Table. Libraries load only when used."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..table import Table
from .plain import rows_from_dicts, table_from_dict, table_from_numpy

__all__ = ["as_table"]

WHAT_TO_GIVE = (
    "Give a pandas, polars or Arrow table, a numpy array with two dimensions, a list of dicts, or a dict of columns."
)


def as_table(data: Any) -> Table:
    """The table in any of these forms, or an InputError that says what was given instead."""
    table = _read(data)
    _refuse_duplicates(table.names)
    return table


def _read(data: Any) -> Table:
    library = type(data).__module__.partition(".")[0]
    if library == "pandas":
        from .pandas_frame import table_from_pandas

        return table_from_pandas(data)
    if library == "polars":
        from .polars_frame import table_from_polars

        return table_from_polars(data)
    if library == "pyarrow":
        from .arrow_table import table_from_arrow

        return table_from_arrow(data)
    return _from_python(data)


def _refuse_duplicates(names: Sequence[str]) -> None:
    if len(set(names)) == len(names):
        return
    first = next(name for name, count in Counter(names).items() if count > 1)
    raise InputError(
        "COLUMN_DUPLICATE",
        f'there are two columns named "{first}"',
        "Rename one of them: rules name features by their column.",
    )


def _from_python(data: Any) -> Table:
    if _is_sparse(data):
        raise InputError("TABLE_INVALID", "that is no table: got a sparse matrix", "Convert it with .toarray().")
    if isinstance(data, (str, bytes)) or hasattr(data, "__fspath__"):
        hint = "Read the file first, such as with pandas.read_csv."
        raise InputError("TABLE_INVALID", f"that is no table: got {type(data).__name__}", hint)
    if isinstance(data, Mapping):
        return table_from_dict(data)  # pyright: ignore[reportUnknownArgumentType]
    if isinstance(data, Sequence):
        rows: Sequence[Any] = data  # pyright: ignore[reportUnknownVariableType]
        if all(isinstance(row, Mapping) for row in rows):
            return rows_from_dicts(rows)
    if isinstance(data, Sequence) or hasattr(data, "__array__"):
        return table_from_numpy(data)
    if hasattr(data, "__arrow_c_stream__"):
        from .arrow_table import table_from_stream

        return table_from_stream(data)
    raise InputError("TABLE_INVALID", f"that is no table: got {type(data).__name__}", WHAT_TO_GIVE)


def _is_sparse(data: Any) -> bool:
    sparse = sys.modules.get("scipy.sparse")
    return sparse is not None and bool(sparse.issparse(data))
