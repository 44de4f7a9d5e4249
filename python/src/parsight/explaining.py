"""Explains the rows of a table by a model: in parts, by several engines where that pays."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from .engine import Engine, Reply, get_engines
from .errors import InputError
from .model import Model
from .progress import Progress, progress_bar
from .table import Numbers, OtherColumn, Table, TimeColumn

#: A part of fewer rows is not worth another engine, which has to load the model first.
_LEAST_ROWS = 4000


@dataclass(frozen=True)
class Runner:
    """Which engines work, how many of them, and whether a bar is drawn."""

    engine: str | None = None
    n_jobs: int | None = None
    progress: bool | None = None

    def open(self, rows: int = 0) -> list[Engine]:
        """As many engines as pay for so many rows."""
        return get_engines(self.engine, max(1, min(self.jobs(), rows // _LEAST_ROWS)))

    def jobs(self) -> int:
        """At most so many work at a time; without a number as many as the machine runs."""
        cores = usable_cores()
        if self.n_jobs is None:
            return cores
        number = _whole_number(self.n_jobs)
        return max(1, cores + 1 + number) if number < 0 else number


def _whole_number(n_jobs: Any) -> int:
    if not hasattr(n_jobs, "__index__") or n_jobs == 0:
        raise InputError(
            "OPTION_RANGE",
            f"n_jobs must be a whole number other than 0, got {n_jobs!r}",
            "-1 is all cores, None as many as pay.",
        )
    return int(n_jobs)


def usable_cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


@dataclass(frozen=True)
class Explained:
    """Numbers of all rows that were explained, and lines about them where they were asked for."""

    rows: Numbers
    strength: Numbers
    blame: Numbers
    probability: Numbers
    text: str
    warnings: Sequence[Mapping[str, str]]


def table_to_explain(table: Table, model: Model, options: Mapping[str, Any], others: Sequence[str] = ()) -> Table:
    """Only columns that count are handed over, `others` among them; moments name rows as they are written."""
    time = options.get("time")
    both = [] if time is None else [time] if time in table.names else [name.strip() for name in time.split(",")]
    asked = [*options.get("id", ()), *both, *others]
    picked = table.pick([*model.features, *model.naming_columns, *asked])
    columns = [column.texts() if isinstance(column, TimeColumn) else column for column in picked.columns]
    known = {column.name for column in columns}
    if known.issuperset(model.features) and known.issuperset(asked):
        return replace(picked, columns=columns, absent="refuse")
    # Some are not there: by what the others are called the core finds those that are misspelt.
    strangers = [OtherColumn(name, "something else") for name in table.names if name not in known]
    return replace(picked, columns=[*columns, *strangers])


@dataclass(frozen=True)
class Asked:
    """What was asked to be explained, and how."""

    #: With all its columns: which of them tell machines apart is said later.
    table: Table
    options: Mapping[str, Any]
    #: Columns that the review asks about.
    review_columns: Sequence[str]
    #: Whether somebody chose these rows, such as a detector.
    are_chosen: bool

    def rows(self, model: Model, *others: str) -> Table:
        """As they are handed over, with `others` among their columns."""
        return table_to_explain(self.table, model, self.options, [*self.review_columns, *others])


def explain_table(
    model: Model, table: Table, options: Mapping[str, Any], runner: Runner, lines: str = "none"
) -> Explained:
    """Explains all rows; of several engines each takes a stretch of them."""
    engines = runner.open(table.row_count)
    arguments = {"options": options, "lines": lines}
    bounds = [table.row_count * place // len(engines) for place in range(len(engines) + 1)]
    with progress_bar(runner.progress, len(engines)) as progress:
        if len(engines) == 1:
            replies = [engines[0].explain(model, arguments, table, progress.watch())]
        else:
            parts = [table.take(np.arange(low, high, dtype=np.intp)) for low, high in pairwise(bounds)]
            replies = _explain_parts(engines, model, arguments, parts, progress)
    return _join(replies, len(model.features))


def _explain_parts(
    engines: Sequence[Engine], model: Model, arguments: Mapping[str, Any], parts: Sequence[Table], progress: Progress
) -> list[Reply]:
    """One thread for each engine; this one draws, and tells the others when it is interrupted."""
    with ThreadPoolExecutor(len(engines), thread_name_prefix="parsight") as pool:
        futures: list[Future[Reply]] = [
            pool.submit(engine.explain, model, arguments, part, progress.watch(place))
            for place, (engine, part) in enumerate(zip(engines, parts, strict=True))
        ]
        try:
            open_futures = set(futures)
            while open_futures:
                _, open_futures = wait(open_futures, timeout=0.1, return_when=FIRST_COMPLETED)
                progress.tell(0, "explain", *progress.part(0))
            return [future.result() for future in futures]
        except BaseException:
            progress.stop()
            raise


def _join(replies: Sequence[Reply], width: int) -> Explained:
    def joined(name: str) -> Numbers:
        if len(replies) == 1:
            return replies[0].numbers[name]
        return np.concatenate([reply.numbers[name] for reply in replies])

    count = sum(len(reply.numbers["row"]) for reply in replies)
    return Explained(
        rows=joined("row"),
        strength=joined("strength"),
        blame=np.reshape(joined("blame"), (count, width)),
        probability=np.reshape(joined("probability"), (count, width)),
        text="".join(reply.text for reply in replies),
        warnings=[warning for reply in replies for warning in reply.warnings],
    )


def lines_of(text: str) -> list[str]:
    """Lines as the core ends them. str.splitlines would also break a line at characters that a cell may hold."""
    return text.split("\n")[:-1]
