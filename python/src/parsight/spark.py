"""Learning from a Spark DataFrame and explaining its rows: the core runs in each Python worker, over Arrow batches."""

from __future__ import annotations

import datetime
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from .errors import InputError
from .explaining import Explained, Runner, explain_table, table_to_explain
from .frames import as_table
from .libraries import library
from .model import Model
from .options import explain_options
from .review import read_review
from .spark_learning import learn
from .table import NumberColumn, Table

__all__ = ["explain", "explain_stream", "learn"]

Shape: TypeAlias = "type[Any] | dict[str, Shape] | list[Shape]"

#: What the struct holds, by the names of NDJSON (src/bridge/plain-explanation.ts). Values of any type are texts.
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
        return explain_table(model, rows, self.options, Runner(self.engine, 1, False), "plain")


@lru_cache(maxsize=4)
def _worker_model(text: str, engine: str | None) -> Model:
    """Loaded once in a worker, which serves task after task."""
    return Model.from_text(text, engine=engine)


def _explain_batches(batches: Iterator[Any], question: _Question) -> Iterator[Any]:
    arrow = library("pyarrow")
    for batch in batches:
        if batch.num_rows == 0:
            continue
        model = _worker_model(question.model_text, question.engine)
        explained = question.explain(as_table(batch), model)
        if len(explained.rows) == 0:
            continue
        rows = (
            batch if len(explained.rows) == batch.num_rows else batch.take(arrow.array(explained.rows, arrow.int64()))
        )
        told = read_columns(explained.text)
        yield arrow.RecordBatch.from_arrays([*rows.columns, *told], [*batch.schema.names, *_ADDED])


def read_columns(lines: str) -> list[Any]:
    """The columns that are added, from lines of JSON: Arrow reads them, since Python would take as long as the core."""
    arrow, reader = library("pyarrow"), library("pyarrow.json")
    content = lines.encode()
    schema = arrow.schema([(name, _arrow_type(arrow, shape)) for name, shape in _ADDED.items()])
    table = reader.read_json(
        arrow.BufferReader(content),
        read_options=reader.ReadOptions(use_threads=False, block_size=len(content) + 1),
        parse_options=reader.ParseOptions(explicit_schema=schema, unexpected_field_behavior="ignore"),
    )
    return [table.column(name).combine_chunks() for name in _ADDED]


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
