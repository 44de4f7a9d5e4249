"""The past of rows, for models that look at it: features that are made of it become columns of the rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from .engine import get_engine
from .model import Model
from .table import Column, NumberColumn, Numbers, Table, TextColumn


def with_past(
    model: Model, table: Table, options: Mapping[str, Any], context: Table | None = None, *, engine: str | None = None
) -> Table:
    """The rows with their past, where the model asks for it: afterwards they can be explained in any parts.

    All rows tell about each other, whatever their order, and so do those of `context`.
    """
    if model.past_columns is None or table.has_past:
        return table
    asked = [options["time"]] if "time" in options else []
    needed = [*model.recorded_features, *model.past_columns, *asked]
    rows, others = table.pick(needed), None if context is None else context.pick(needed)
    reply = get_engine(engine).ask("past", model, {"options": options}, rows, context=others)
    made = [_column(each, reply.numbers[each["name"]]) for each in reply.result["columns"]]
    names = {column.name for column in made}
    return replace(table, columns=[*(each for each in table.columns if each.name not in names), *made], has_past=True)


def _column(told: Mapping[str, Any], values: Numbers) -> Column:
    if told["dictionary"] is None:
        return NumberColumn(told["name"], values)
    return TextColumn(told["name"], values.astype(np.int32), told["dictionary"])
