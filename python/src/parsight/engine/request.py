"""A request as it is sent: a JSON text, and columns in one piece of memory. Numbers never become text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..table import BooleanColumn, Column, MixedColumn, NumberColumn, OtherColumn, Table, TextColumn, TimeColumn

_ALIGNMENT = 8


@dataclass(frozen=True)
class Part:
    """An array and where it goes."""

    offset: int
    values: NDArray[Any]


@dataclass(frozen=True)
class Request:
    """What an engine is asked: the text, the arrays beside it, and the bytes that these take."""

    text: str
    parts: tuple[Part, ...]
    size: int
    is_learning: bool = False

    def write_into(self, memory: Any) -> None:
        """Copies the arrays to their places. Adding 0 turns -0 into 0, so that equal numbers have equal bits."""
        for part in self.parts:
            place = np.frombuffer(memory, dtype=part.values.dtype, count=len(part.values), offset=part.offset)
            if part.values.dtype == np.float64:
                np.add(part.values, 0.0, out=place)
            else:
                place[:] = part.values


def make_request(command: str, arguments: Mapping[str, Any], table: Table | None = None) -> Request:
    """Lays the columns out one behind the other."""
    parts: list[Part] = []
    size = 0

    def place(values: NDArray[Any]) -> int:
        nonlocal size
        offset = size
        parts.append(Part(offset, values))
        size += -(-values.nbytes // _ALIGNMENT) * _ALIGNMENT
        return offset

    sent = None if table is None else _describe(table, place)
    text = json.dumps({"command": command, "arguments": arguments, "table": sent}, separators=(",", ":"))
    return Request(text, tuple(parts), size, is_learning=command == "learn")


def _describe(table: Table, place: Any) -> dict[str, Any]:
    numbers = None if table.row_numbers is None else place(table.row_numbers)
    columns = [_describe_column(column, place) for column in table.columns]
    return {"rowCount": table.row_count, "columns": columns, "rowNumbers": numbers}


def _describe_column(column: Column, place: Any) -> dict[str, Any]:
    name = column.name
    if isinstance(column, NumberColumn):
        return {"name": name, "type": "number", "offset": place(column.values)}
    if isinstance(column, TimeColumn):
        return {"name": name, "type": "time", "offset": place(column.milliseconds())}
    if isinstance(column, BooleanColumn):
        return {"name": name, "type": "boolean", "offset": place(column.codes)}
    if isinstance(column, TextColumn):
        dictionary = list(column.dictionary)
        return {"name": name, "type": "text", "offset": place(column.codes), "dictionary": dictionary}
    if isinstance(column, MixedColumn):
        return {"name": name, "type": "mixed", "values": list(column.values)}
    assert isinstance(column, OtherColumn)
    return {"name": name, "type": "other", "holds": column.holds}
