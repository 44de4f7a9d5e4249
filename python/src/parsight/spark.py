"""Explaining rows of a Spark DataFrame: the core runs in each Python worker, over Arrow batches."""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from .errors import InputError
from .explaining import Explained, Runner, explain_table, lines_of, table_to_explain
from .frames import as_table
from .libraries import library
from .model import Model
from .options import explain_options
from .review import read_review
from .table import NumberColumn, Table

__all__ = ["explain", "explain_stream"]

Shape: TypeAlias = "type[Any] | dict[str, Shape] | list[Shape]"

#: What the struct holds, by the names of NDJSON. A list is of one shape; values of any type are texts.
_EXPECTED: dict[str, Shape] = {"min": float, "max": float, "maxInclusive": bool, "in": [str], "present": bool}
_SUSPECT: dict[str, Shape] = {
    "feature": str,
    "blame": float,
    "probability": float,
    "observed": str,
    "expected": _EXPECTED,
    "suggested": str,
    "rule": int,
}
_RULE: dict[str, Shape] = {
    "text": str,
    "id": str,
    "source": str,
    "antecedentCount": int,
    "supportCount": int,
    "support": float,
    "confidence": float,
    "confidenceLow": float,
    "score": float,
}
_EXPLANATION: dict[str, Shape] = {"strength": float, "features": [_SUSPECT], "rules": [_RULE], "muted": int}
_ADDED: dict[str, Shape] = {"explanation": _EXPLANATION, "text": str}


def explain(
    model: Model,
    df: Any,
    *,
    method: str | None = None,
    top: int | None = None,
    min_strength: float | None = None,
    verify: bool | None = None,
    strict: bool | None = None,
    review: str | os.PathLike[str] | None = None,
    today: str | datetime.date | None = None,
    engine: str | None = None,
) -> Any:
    """The DataFrame's columns, `explanation` (a struct) and `text` for each row; as lazy as other transformations.

    Options are those of `Explainer`. With `min_strength` only rows that are at least so strange are in the result. The
    workers need parsight and pyarrow. What can be seen without the rows is refused here: options, columns that lack.
    """
    given = {
        "method": method,
        "top": top,
        "min_strength": min_strength,
        "verify": verify,
        "strict": strict,
        "review": (decided := read_review(review, today, engine)).decisions,
    }
    question = _Question(model.text, explain_options(given), decided.columns, engine)
    _check_columns(df.columns)
    question.explain(Table(1, [NumberColumn(name, np.full(1, np.nan)) for name in df.columns]), model)
    types = library("pyspark.sql.types")
    fields = [types.StructField(name, _spark_type(types, shape)) for name, shape in _ADDED.items()]

    def explain_batches(batches: Iterator[Any]) -> Iterator[Any]:
        return _explain_batches(batches, question)

    return df.mapInArrow(explain_batches, types.StructType([*df.schema.fields, *fields]))


#: Structured Streaming knows the same transformation: rows are explained in the micro-batch in which they come.
explain_stream = explain


def _check_columns(names: Sequence[str]) -> None:
    known = {name.lower() for name in names}  # as SQL tells names apart
    for name in _ADDED:
        if name in known:
            raise InputError(
                "COLUMN_DUPLICATE",
                f'the DataFrame has a column named "{name}" already',
                "Rename it before: df.withColumnRenamed.",
            )
    if len(set(names)) < len(names):
        first = next(name for name in names if list(names).count(name) > 1)
        raise InputError(
            "COLUMN_DUPLICATE",
            f'there are two columns named "{first}"',
            "Rename one of them: rules name features by their column.",
        )


@dataclass(frozen=True)
class _Question:
    """What a worker is told."""

    model_text: str
    options: Mapping[str, Any]
    review_columns: Sequence[str]
    engine: str | None

    def explain(self, table: Table, model: Model) -> Explained:
        rows = table_to_explain(table, model, self.options, self.review_columns)
        # Spark has a worker for each core, and shows progress itself.
        return explain_table(model, rows, self.options, Runner(self.engine, 1, False), "explanations")


@lru_cache(maxsize=4)
def _worker_model(text: str, engine: str | None) -> Model:
    """Loaded once in a worker, which serves task after task."""
    return Model.from_text(text, engine=engine)


def _explain_batches(batches: Iterator[Any], question: _Question) -> Iterator[Any]:
    arrow = library("pyarrow")
    added = [_arrow_type(arrow, shape) for shape in _ADDED.values()]
    for batch in batches:
        if batch.num_rows == 0:
            continue
        model = _worker_model(question.model_text, question.engine)
        explained = question.explain(as_table(batch), model)
        rows = (
            batch if len(explained.rows) == batch.num_rows else batch.take(arrow.array(explained.rows, arrow.int64()))
        )
        found = [json.loads(line) for line in lines_of(explained.text)]
        told = [[_read(_EXPLANATION, each) for each in found], [each["text"] for each in found]]
        columns = [arrow.array(values, kind) for values, kind in zip(told, added, strict=True)]
        yield arrow.RecordBatch.from_arrays([*rows.columns, *columns], [*batch.schema.names, *_ADDED])


def _read(shape: Shape, value: Any) -> Any:
    """A value of JSON in this shape; what is not there is null."""
    if value is None:
        return None
    if isinstance(shape, dict):
        return {name: _read(each, value.get(name)) for name, each in shape.items()}
    if isinstance(shape, list):
        return [_read(shape[0], each) for each in value]
    return _text(value) if shape is str else shape(value)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _written(value) if isinstance(value, float) else str(value)


def _written(number: float) -> str:
    """As JavaScript writes it, and so the command line: other exponents than Python's."""
    text = repr(number)
    if "e" not in text:
        return text
    if 1e-6 <= abs(number) < 1e21:
        return np.format_float_positional(number, trim="-")
    digits, _, exponent = text.partition("e")
    return f"{digits}e{int(exponent):+d}"


def _spark_type(types: Any, shape: Shape) -> Any:
    if isinstance(shape, dict):
        return types.StructType([types.StructField(name, _spark_type(types, each)) for name, each in shape.items()])
    if isinstance(shape, list):
        return types.ArrayType(_spark_type(types, shape[0]))
    plain = {str: types.StringType, float: types.DoubleType, int: types.LongType, bool: types.BooleanType}
    return plain[shape]()


def _arrow_type(arrow: Any, shape: Shape) -> Any:
    if isinstance(shape, dict):
        return arrow.struct([(name, _arrow_type(arrow, each)) for name, each in shape.items()])
    if isinstance(shape, list):
        return arrow.list_(_arrow_type(arrow, shape[0]))
    plain = {str: arrow.string, float: arrow.float64, int: arrow.int64, bool: arrow.bool_}
    return plain[shape]()
