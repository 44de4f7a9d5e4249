"""Learning from the rows of a Spark DataFrame: each worker folds its rows to a state, and states merge.

The core here asks one question after the other about all rows; what is asked and answered are texts of the core, which
go from here to the workers and back as they are.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from zipimport import zipimporter

import numpy as np

from .engine import get_engine
from .frames import as_table
from .libraries import library
from .model import Model, warn_all
from .options import LEARN_NAMES, learn_options
from .progress import progress_bar

__all__ = ["learn"]

Question: TypeAlias = Mapping[str, Any]

#: States of more partitions than this are merged by the workers before they come here.
_FEW_STATES = 16


def learn(df: Any, *, engine: str | None = None, progress: bool | None = None, **options: Any) -> Model:
    """Learns a model from all rows: that of `parsight learn` on the same rows, byte for byte.

    Options are those of `Explainer` that are about learning. Nothing but states of a bounded size and a sample of the
    rows comes to the driver. How rows are partitioned changes nothing: they have the order of a column of times, where
    they depend on one another in it, else none. The workers need parsight and pyarrow.
    """
    unknown = next((name for name in options if name not in LEARN_NAMES), None)
    if unknown is not None:
        raise TypeError(f"learn() got an unexpected keyword argument '{unknown}'")
    frame = df.toDF(*[f"c{place}" for place in range(len(df.columns))])
    rows = _Rows(frame, df.columns, _partition_count(frame))
    rows.check()
    runner = get_engine(engine)
    learning = int(runner.run("parts-begin", {"options": learn_options(options)}).result)
    by_content: _Rows | None = None
    state: str | None = None
    try:
        with progress_bar(progress) as bar:
            while True:
                arguments = {"learning": learning, "state": state}
                reply = runner.run("parts-next", arguments, watcher=bar.watch())
                if reply.result is not None:
                    break
                question: Question = json.loads(reply.text)
                if question["rows"] is not None and by_content is None:
                    by_content = _deal_by_content(rows, question["rows"], engine)
                    by_content.frame.persist()
                asked = rows if by_content is None else by_content.asked(question["rows"])
                state = _fold(asked, question, engine)
    finally:
        if by_content is not None:
            by_content.frame.unpersist()
        runner.run("parts-end", {"learning": learning})
    info = dict(reply.result)
    model = Model(reply.text, {name: value for name, value in info.items() if name != "model"})
    runner.remember(model, int(info["model"]))
    warn_all(info["warnings"])
    return model


@dataclass(frozen=True)
class _Rows:
    """A DataFrame whose columns are called c0, c1, …: mapInArrow does not take all names. These are theirs."""

    frame: Any
    names: Sequence[str]
    #: Partitions; to ask a frame plans its query once more.
    count: int

    def check(self) -> None:
        """Refuses names that come twice."""
        as_table(self.none())

    def asked(self, described: str | None) -> _Rows:
        """Those columns alone that a question describes: of many columns it may be about some."""
        names = list(self.names) if described is None else _described_names(described)
        if len(names) == len(self.names):
            return self
        places = dict(zip(self.names, self.frame.columns, strict=True))
        return _Rows(self.frame.select(*[places[name] for name in names]), names, self.count)

    def none(self) -> Any:
        """An Arrow table without rows; the types of its columns don't matter."""
        arrow = library("pyarrow")
        return arrow.table([arrow.nulls(0)] * len(self.names), list(self.names))


def _partition_count(frame: Any) -> int:
    try:
        return int(frame.rdd.getNumPartitions())
    except (AttributeError, NotImplementedError):  # Spark Connect: those that hold rows can be counted
        place = library("pyspark.sql.functions").spark_partition_id()
        return max(1, int(frame.select(place.alias("place")).distinct().count()))


def _core_count(session: Any) -> int:
    try:
        return int(session.sparkContext.defaultParallelism)
    except (AttributeError, NotImplementedError):  # Spark Connect does not tell
        return 1


def _deal_by_content(rows: _Rows, described: str, engine: str | None) -> _Rows:
    """The features of the rows and when they were, those with equal features in one partition."""
    names = _described_names(described)
    frame = rows.frame.select(*[f"c{list(rows.names).index(name)}" for name in names])
    types = library("pyspark.sql.types")

    def add_keys(batches: Iterator[Any]) -> Iterator[Any]:
        arrow = library("pyarrow")
        for batch in batches:
            table = as_table(batch.rename_columns(names))
            reply = get_engine(engine).run("parts-keys", {"rows": described}, table)
            keys = arrow.array(reply.numbers["keys"].astype(np.int64))
            yield arrow.RecordBatch.from_arrays([*batch.columns, keys], [*batch.schema.names, "key"])

    schema = types.StructType([*frame.schema.fields, types.StructField("key", types.LongType())])
    # As many as there were: every question is a task for each of them, and Spark's usual number is 200.
    count = max(rows.count, _core_count(frame.sparkSession))
    return _Rows(frame.mapInArrow(add_keys, schema).repartition(count, "key").drop("key"), names, count)


def _described_names(described: str) -> list[str]:
    """The columns that are features, and the one that tells when rows were."""
    known = json.loads(described)
    names = [feature["name"] for feature in known["features"]]
    return names if known["time"] is None else [*names, known["time"]["column"]]


def _fold(rows: _Rows, question: Question, engine: str | None) -> str:
    """The state of all rows."""
    states = rows.frame.mapInArrow(_folder(rows.names, question, engine), "state string")
    if rows.count > _FEW_STATES:
        states = states.repartition(math.isqrt(rows.count)).mapInArrow(
            _merger(question["fold"], engine), "state string"
        )
    found = [row["state"] for row in states.collect()]
    return _merge(question["fold"], found or [_fold_table(rows.none(), question, engine)], engine)


def _folder(names: Sequence[str], question: Question, engine: str | None) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a worker does with the rows of a partition; of one without rows it says nothing."""

    def fold(batches: Iterator[Any]) -> Iterator[Any]:
        arrow = library("pyarrow")
        filled = [batch for batch in batches if batch.num_rows > 0]
        if filled:
            table = arrow.Table.from_batches(filled).rename_columns(list(names))
            yield arrow.RecordBatch.from_pydict({"state": [_fold_table(table, question, engine)]})
        _forget_archives()

    return fold


def _forget_archives() -> None:
    """Spares Spark the list of all files in its archives before the next task.

    A worker makes Python's caches of imports invalid before every task, and Python (3.11) then reads archives anew at
    once: .12 s each time, more than most folds take. An import that needs one finds it again.
    """
    for path, finder in list(sys.path_importer_cache.items()):
        if isinstance(finder, zipimporter):
            del sys.path_importer_cache[path]


def _merger(fold: str, engine: str | None) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def merge(batches: Iterator[Any]) -> Iterator[Any]:
        arrow = library("pyarrow")
        states = [state for batch in batches for state in batch.column(0).to_pylist()]
        if states:
            yield arrow.RecordBatch.from_pydict({"state": [_merge(fold, states, engine)]})

    return merge


def _fold_table(table: Any, question: Question, engine: str | None) -> str:
    return get_engine(engine).run("parts-fold", {"question": question}, as_table(table)).text


def _merge(fold: str, states: Sequence[str], engine: str | None) -> str:
    merged = states[0]
    for state in states[1:]:
        merged = get_engine(engine).run("parts-merge", {"fold": fold, "states": [merged, state]}).text
    return merged
