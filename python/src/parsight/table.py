"""A table as the core takes it: columns by type, missing values as NaN or -1, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Numbers: TypeAlias = NDArray[np.float64]
TimeForm: TypeAlias = Literal["local", "utc", "day", "clock"]


@dataclass(frozen=True)
class NumberColumn:
    """Numbers; NaN is missing."""

    name: str
    values: Numbers


NOT_A_TIME = np.iinfo(np.int64).min


@dataclass(frozen=True)
class TimeColumn:
    """Moments: microseconds since 1970 (UTC), of a time of day since midnight; NOT_A_TIME is missing."""

    name: str
    stamps: NDArray[np.int64]
    form: TimeForm

    def milliseconds(self) -> Numbers:
        """As the core takes them; microseconds are the finest that it sees."""
        found = self.stamps / 1000.0
        found[self.stamps == NOT_A_TIME] = np.nan
        return found

    def texts(self) -> TextColumn:
        """In the writing of ISO 8601, for columns that name rows."""
        stamps, places = np.unique(self.stamps, return_inverse=True)
        return factorize(self.name, [self._write(stamp) for stamp in stamps]).at(places)

    def _write(self, stamp: np.int64) -> str | None:
        if stamp == NOT_A_TIME:
            return None
        text = str(np.datetime64(int(stamp), "us"))
        if self.form == "day":
            return text[:10]
        text = text.rstrip("0").rstrip(".") if "." in text else text
        if self.form == "clock":
            return text[11:]
        return f"{text}Z" if self.form == "utc" else text


@dataclass(frozen=True)
class BooleanColumn:
    """0 is false, 1 is true, -1 is missing."""

    name: str
    codes: NDArray[np.int8]


@dataclass(frozen=True)
class TextColumn:
    """Codes are places in the dictionary; -1 is missing."""

    name: str
    codes: NDArray[np.int32]
    dictionary: Sequence[str]

    def at(self, places: NDArray[np.intp]) -> TextColumn:
        """The values at these places."""
        return replace(self, codes=self.codes[places])


@dataclass(frozen=True)
class MixedColumn:
    """Values of several types, as JSON takes them; None is missing."""

    name: str
    values: Sequence[Any]


@dataclass(frozen=True)
class OtherColumn:
    """Values that no rule can speak about; `holds` completes "it holds …"."""

    name: str
    holds: str


Column: TypeAlias = NumberColumn | TimeColumn | BooleanColumn | TextColumn | MixedColumn | OtherColumn


@dataclass(frozen=True)
class Table:
    """Columns of equal length. `index` names rows where the frame did, `row_numbers` count them in the whole frame."""

    row_count: int
    columns: Sequence[Column]
    index: Any = None
    row_numbers: Numbers | None = None
    has_text_names: bool = True
    #: What a column that the table lacks is: a mistake, or, where rows were dicts, missing in every row.
    absent: Literal["refuse", "missing"] = "refuse"
    #: Whether features of the rows' past are among the columns.
    has_past: bool = False

    @property
    def names(self) -> list[str]:
        """The columns' names, in their order."""
        return [column.name for column in self.columns]

    def pick(self, names: Iterable[str]) -> Table:
        """Those of the columns that are named."""
        wanted = set(names)
        return replace(self, columns=[column for column in self.columns if column.name in wanted])

    def take(self, rows: NDArray[np.intp]) -> Table:
        """Some rows, which remember their numbers and names."""
        numbers = rows.astype(np.float64) if self.row_numbers is None else self.row_numbers[rows]
        index = None if self.index is None else self.index[rows]
        columns = [_take_column(column, rows) for column in self.columns]
        return replace(self, row_count=len(rows), columns=columns, index=index, row_numbers=numbers)

    def number_of_rows(self) -> Numbers:
        """For each row its number in the whole frame."""
        return np.arange(self.row_count, dtype=np.float64) if self.row_numbers is None else self.row_numbers


def _take_column(column: Column, rows: NDArray[np.intp]) -> Column:
    if isinstance(column, NumberColumn):
        return replace(column, values=column.values[rows])
    if isinstance(column, TimeColumn):
        return replace(column, stamps=column.stamps[rows])
    if isinstance(column, BooleanColumn):
        return replace(column, codes=column.codes[rows])
    if isinstance(column, TextColumn):
        return replace(column, codes=column.codes[rows])
    if isinstance(column, MixedColumn):
        return replace(column, values=[column.values[row] for row in rows])
    return column


def factorize(name: str, texts: Iterable[str | None]) -> TextColumn:
    """Texts as codes, in the order in which they are met."""
    places: dict[str, int] = {}
    codes = [-1 if text is None else places.setdefault(text, len(places)) for text in texts]
    return TextColumn(name, np.asarray(codes, dtype=np.int32), list(places))


def rename_columns(table: Table, names: Sequence[str]) -> Table:
    """The same columns by other names, in their order."""
    columns = [replace(column, name=name) for column, name in zip(table.columns, names, strict=True)]
    return replace(table, columns=columns, has_text_names=True)
