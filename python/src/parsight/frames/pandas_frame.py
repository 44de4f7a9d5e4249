"""Tables from pandas, dtype by dtype: categories, nullable integers and booleans, zones, Arrow columns."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import InputError
from ..libraries import library
from ..table import BooleanColumn, Column, NumberColumn, OtherColumn, Table, TextColumn, TimeColumn
from .plain import column_from_array, datetime_stamps
from .values import as_numbers, column_from_values

#: Frames of so many rows are read at once where their dtypes allow it.
_FEW_ROWS = 32


def table_from_pandas(data: Any) -> Table:
    """A DataFrame; its index names the rows and is no column."""
    if not hasattr(data, "columns"):
        raise InputError(
            "TABLE_INVALID",
            f"that is no table: got a pandas {type(data).__name__}",
            "Give a DataFrame: one column as frame[['name']], one row as frame.iloc[[0]].",
        )
    names = [_name(name) for name in data.columns]
    columns = _few_rows(data, names) if len(data) <= _FEW_ROWS else None
    if columns is None:
        columns = [_column(name, series) for name, (_, series) in zip(names, data.items(), strict=True)]
    has_text_names = all(isinstance(name, str) for name in data.columns)
    return Table(len(data), columns, index=data.index, has_text_names=has_text_names)


def _name(name: Any) -> str:
    if isinstance(name, tuple):  # of several levels
        parts: tuple[Any, ...] = name  # pyright: ignore[reportUnknownVariableType]
        return " ".join(str(part) for part in parts)
    return str(name)


def _few_rows(data: Any, names: list[str]) -> list[Column] | None:
    """A few rows at once: to take a frame apart column by column costs more than to explain a row. None: it must be."""
    kinds = [_plain_kind(dtype) for dtype in data.dtypes]
    if "special" in kinds or not kinds:
        return None
    if all(kind == "number" for kind in kinds):
        values = data.to_numpy(dtype=np.float64)
        return [NumberColumn(name, np.ascontiguousarray(values[:, place])) for place, name in enumerate(names)]
    cells = data.to_numpy(dtype=object)
    return [column_from_values(name, cells[:, place].tolist()) for place, name in enumerate(names)]


def _plain_kind(dtype: Any) -> str:
    if isinstance(dtype, np.dtype):
        return "number" if dtype.kind in "iuf" else "value" if dtype.kind in "Ob" else "special"
    return "value" if type(dtype).__name__ in ("CategoricalDtype", "StringDtype", "BooleanDtype") else "special"


def _column(name: str, series: Any) -> Column:
    dtype = series.dtype
    kind = type(dtype).__name__
    if kind == "CategoricalDtype":
        return _categories(name, series)
    if kind == "SparseDtype":
        return _column(name, series.sparse.to_dense())
    if kind == "ArrowDtype":
        from .arrow_table import column_from_arrow

        return column_from_arrow(name, series.array.__arrow_array__())
    if kind == "DatetimeTZDtype":
        return TimeColumn(name, datetime_stamps(series.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy()), "utc")
    if kind == "PeriodDtype":
        return TimeColumn(name, datetime_stamps(series.dt.to_timestamp().to_numpy()), "local")
    if kind == "IntervalDtype":
        return OtherColumn(name, "intervals")
    if kind == "BooleanDtype":
        return BooleanColumn(name, series.to_numpy(dtype=np.int8, na_value=-1))
    if kind == "StringDtype":
        return _texts(name, series)
    if _is_nullable_number(dtype):
        return NumberColumn(name, as_numbers(series.to_numpy(dtype=np.float64, na_value=np.nan)))
    if isinstance(dtype, np.dtype):
        return _texts(name, series) if _is_all_text(series) else column_from_array(name, series.to_numpy())
    return column_from_values(name, series.tolist())


def _is_nullable_number(dtype: Any) -> bool:
    return hasattr(dtype, "numpy_dtype") and dtype.numpy_dtype.kind in "iuf"


def _is_all_text(series: Any) -> bool:
    """Object columns of text and missing values are most of them, and quick to code."""
    pd = library("pandas")

    return series.dtype.kind == "O" and bool(pd.api.types.infer_dtype(series, skipna=True) == "string")


def _texts(name: str, series: Any) -> Column:
    pd = library("pandas")

    codes, texts = pd.factorize(series)
    return TextColumn(name, np.asarray(codes, dtype=np.int32), [str(text) for text in texts])


def _categories(name: str, series: Any) -> Column:
    """What the categories are, at the places of their codes: numbers stay numbers."""
    codes = np.asarray(series.cat.codes, dtype=np.intp)
    categories = _column(name, series.cat.categories.to_series())
    if isinstance(categories, TextColumn):
        places = np.append(categories.codes, -1).astype(np.int32)
        return TextColumn(name, places[codes], categories.dictionary)
    if isinstance(categories, NumberColumn):
        return NumberColumn(name, np.append(categories.values, np.nan)[codes])
    return column_from_values(name, series.tolist())
