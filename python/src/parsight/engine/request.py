"""A request as it is sent: a JSON text, and columns in one piece of memory. Numbers never become text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..table import BooleanColumn, Column, MixedColumn, NumberColumn, OtherColumn, Table, TextColumn, TimeColumn

_ALIGNMENT = 8
#: The numbers of so many rows are written at once.
_FEW_ROWS = 64
#: Bundled files besides the core that a command needs: YAML is a quarter of all, and few read a review.
_SCRIPTS = {"review": "yaml.js"}


class Part(NamedTuple):
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
    #: A bundled file that must be loaded before.
    script: str | None = None

    def write_into(self, memory: Any) -> None:
        """Copies the arrays to their places, so that equal numbers have equal bits.

        Adding 0 turns -0 into 0; of the many bits that mean NaN (0/0 gives others than np.nan) one is taken.
        """
        for part in self.parts:
            place = np.frombuffer(memory, dtype=part.values.dtype, count=len(part.values), offset=part.offset)
            if part.values.dtype == np.float64:
                with np.errstate(invalid="ignore"):  # a signalling NaN is no mistake
                    np.add(part.values, 0.0, out=place)
                place[np.isnan(place)] = np.nan
            else:
                place[:] = part.values


def make_request(
    command: str, arguments: Mapping[str, Any], table: Table | None = None, context: Table | None = None
) -> Request:
    """Lays the columns out one behind the other, those of `context` last."""
    parts: list[Part] = []
    size = 0

    def place(values: NDArray[Any]) -> int:
        nonlocal size
        offset = size
        parts.append(Part(offset, values))
        size += -(-values.nbytes // _ALIGNMENT) * _ALIGNMENT
        return offset

    sent = "null" if table is None else _describe(table, place)
    words = f'"command":{_json(command)},"arguments":{_json(arguments)},"table":{sent}'
    if context is not None:
        words += f',"context":{_describe(context, place)}'
    return Request(f"{{{words}}}", tuple(parts), size, command == "learn", _SCRIPTS.get(command))


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _describe(table: Table, place: Callable[[NDArray[Any]], int]) -> str:
    is_plain = table.row_numbers is None and table.absent == "refuse" and not table.has_past
    if table.row_count <= _FEW_ROWS and is_plain:
        values = [column.values for column in table.columns if type(column) is NumberColumn]
        if values and len(values) == len(table.columns):
            place(np.concatenate(values))
            return _describe_numbers(table.row_count, tuple(table.names))
    numbers = None if table.row_numbers is None else place(table.row_numbers)
    columns = [_describe_column(column, place) for column in table.columns]
    absent = {} if table.absent == "refuse" else {"absent": table.absent}
    past = {"hasPast": True} if table.has_past else {}
    return _json({"rowCount": table.row_count, "columns": columns, "rowNumbers": numbers, **absent, **past})


@lru_cache(maxsize=64)
def _describe_numbers(row_count: int, names: tuple[str, ...]) -> str:
    """A stream of rows has the same columns again and again."""
    columns = [{"name": name, "type": "number", "offset": 8 * row_count * place} for place, name in enumerate(names)]
    return _json({"rowCount": row_count, "columns": columns, "rowNumbers": None})


def _describe_column(column: Column, place: Callable[[NDArray[Any]], int]) -> dict[str, Any]:
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
