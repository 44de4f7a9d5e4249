"""Explanations of the rows of a frame: a sequence, a table, a matrix of blame, pictures and a report."""

from __future__ import annotations

import json
import operator
import os
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, overload

import numpy as np

from .engine import get_engine
from .engine.bundle import bundled_text
from .explaining import Asked, Explained, Runner, explain_table, lines_of
from .explanation import Explanation
from .files import write_file
from .incidents import Incidents
from .libraries import library
from .model import Model
from .progress import progress_bar
from .table import Numbers, Table

#: Rows whose lines are asked for together.
_PAGE_ROWS = 256
_MOST_PAGES = 32
#: Cards that a notebook shows.
_CARDS = 5


@dataclass(frozen=True)
class Summary:
    """Explained rows in groups: those with the same suspects and the same rule have the same cause."""

    rows: int
    groups: list[dict[str, Any]]
    text: str

    def to_pandas(self) -> Any:
        """One row for each group, causes first, the largest first."""
        pd = library("pandas")

        records = [
            {
                "kind": group["kind"],
                "features": ", ".join(group["features"]),
                "rule": None if group["rule"] is None else group["rule"]["text"],
                "count": group["count"],
                "first_row": group["firstRow"],
                "last_row": group["lastRow"],
                "example": group["example"]["text"],
            }
            for group in self.groups
        ]
        return pd.DataFrame(records)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return str(self.to_pandas().to_html(index=False, max_rows=20))


class Explanations(Sequence[Explanation]):
    """What `Explainer.explain` gives, in the order of the frame's rows.

    Numbers of all rows are at hand (`values`, `strength`); texts and rules are written when they are asked for, so
    that a hundred thousand rows take no more memory than their numbers.

    >>> import parsight
    >>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    >>> found = parsight.explain(normal, [{"level": 3, "pump": "off"}])
    >>> found[0].suspect in ("pump", "level")
    True
    >>> found.values.shape, found.feature_names
    ((1, 2), ['level', 'pump'])
    """

    def __init__(self, model: Model, asked: Asked, runner: Runner, table: Table, explained: Explained) -> None:
        self.model = model
        #: Places of the explained rows in the frame, from 0.
        self.rows = explained.rows.astype(np.intp)
        #: For each row the share of normal rows that are less strange; NaN with the method "paper".
        self.strength: Numbers = explained.strength
        #: Blame, rows × features: how much of each row's strangeness lies on each feature. Rows sum to 1.
        self.values: Numbers = explained.blame
        #: That each reading is wrong, rows × features; NaN where it is not known.
        self.probabilities: Numbers = explained.probability
        self._runner = runner
        self._asked = asked
        self._table = _rows_of(table, self.rows)
        # These rows were chosen already; to explain them again asks for no more than that.
        self._options = {name: value for name, value in asked.options.items() if name != "minStrength"}
        self._pages: OrderedDict[int, list[str]] = OrderedDict()
        lines = lines_of(explained.text)
        self._lines = lines if len(lines) == len(self.rows) else None

    @property
    def feature_names(self) -> list[str]:
        """Names of the features, as the columns of `values`."""
        return self.model.features

    @property
    def index(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """The index of the explained rows, where the frame had one; else their numbers."""
        return self.rows if self._table.index is None else self._table.index

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> Explanation: ...

    @overload
    def __getitem__(self, place: slice) -> list[Explanation]: ...

    def __getitem__(self, place: int | slice) -> Explanation | list[Explanation]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        at = self._place(place)
        return Explanation(json.loads(self._line(at)), self.index[at], lambda: self._cards_html([at]))

    def _place(self, place: int) -> int:
        """From 0; places before 0 count from the end."""
        if not -len(self) <= operator.index(place) < len(self):
            raise IndexError(f"there are {len(self)} explanations, got {place}")
        return place % len(self)

    def __iter__(self) -> Iterator[Explanation]:
        return (self[place] for place in range(len(self)))

    @property
    def text(self) -> list[str]:
        """A sentence or more about each row."""
        return [json.loads(line)["text"] for line in self._all_lines("explanations")]

    def to_ndjson(self) -> str:
        """One line of JSON for each row, byte for byte as the command line writes it."""
        return "".join(f"{line}\n" for line in self._all_lines("explanations"))

    def to_pandas(self, kind: Literal["rows", "suspects"] = "rows") -> Any:
        """A DataFrame with the frame's own index: a row for each explained row, or for each suspect with a rule."""
        pd = library("pandas")

        if kind not in ("rows", "suspects"):
            raise ValueError(f'kind must be "rows" or "suspects", got {kind!r}')
        records = pd.DataFrame([json.loads(line) for line in self._all_lines("records")], columns=_RECORD_NAMES)
        place_of = {int(row): place for place, row in enumerate(self.rows)}
        places = [place_of[int(row)] for row in records["row"]]
        records.index = (self.index if isinstance(self.index, pd.Index) else pd.Index(self.index))[places]
        if kind == "suspects":
            return records
        first = records[~pd.Series(records["row"]).duplicated().to_numpy()]
        return first[_ROW_NAMES].rename(columns={"feature": "suspect"})

    def summary(self) -> Summary:
        """Rows in groups of the same cause."""
        reply = self._ask("summary", {"options": self._options}, self._table)
        return Summary(reply.result["rows"], reply.result["groups"], reply.text)

    def incidents(self, by: str | None = None, gap: str | None = None) -> Incidents:
        """Strange rows that follow one another with the same cause, told as one.

        `by` names the column of the frame that tells machines, accounts and the like apart; `gap` is how far apart two
        rows of one incident may be, such as "5m" or "20 rows". Rows follow in time where a column says it, else as they
        stand in the frame; those that `min_strength` leaves out lie between. An incident has a row stranger than 99 %
        of normal ones, unless `min_strength` or a detector says which rows count.

        >>> import parsight
        >>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
        >>> rows = [*normal[:40], *[{"level": 15, "pump": "none"}] * 3, *normal[:40]]
        >>> found = parsight.explain(normal, rows, min_strength=0.95).incidents()
        >>> [(each.what, each.first_row, each.last_row) for each in found]
        [('pump has a value never seen before', 40, 42)]
        """
        options = {name: value for name, value in (("by", by), ("gap", gap)) if value is not None}
        rows = self._asked.rows(self.model, *([] if by is None else [by]))
        reply = self._ask("incidents", {**self._whole_question(options), "options": self._asked.options}, rows)
        return Incidents(lines_of(reply.text), reply.result["counts"], reply.result["summary"], self._label)

    def _whole_question(self, incidents: Mapping[str, str]) -> dict[str, Any]:
        return {"incidents": incidents, "areChosen": self._asked.are_chosen}

    def _label(self, row: int) -> Any:
        """What the frame's index calls a row, by its place in the frame."""
        return self.index[int(np.searchsorted(self.rows, row))]

    def rules(self, **wanted: Any) -> Any:
        """The model's rules as a DataFrame; see `Model.rules`."""
        return self.model.rules(engine=self._runner.engine, **wanted)

    def report(
        self,
        path: str | os.PathLike[str],
        *,
        title: str | None = None,
        source: str = "the data frame",
        limit: int = 1000,
        by: str | None = None,
        gap: str | None = None,
    ) -> Path:
        """Writes the report of the command line: one page that needs no network. Returns its path.

        `by` and `gap` are about incidents, as in `incidents`.
        """
        incidents = {name: value for name, value in (("by", by), ("gap", gap)) if value is not None}
        options = {name: value for name, value in self._asked.options.items() if name != "verify"}
        look = {"title": title, "source": source, "limit": limit, "template": bundled_text("report.html")}
        rows = self._asked.rows(self.model, *([] if by is None else [by]))
        reply = self._ask("report", {**self._whole_question(incidents), **look, "options": options}, rows)
        write_file(Path(path), reply.text.encode())
        return Path(path)

    def plot(self, place: int = 0, *, ax: Any = None) -> Any:
        """The proof of one row by matplotlib: normal rows, what was expected, what was observed, and blame."""
        from .pictures.plots import plot_row

        return plot_row(self.cards([self._place(place)])[0], ax)

    def plot_summary(self, *, most: int = 12, ax: Any = None) -> Any:
        """Which features are blamed, over all rows, by matplotlib."""
        from .pictures.plots import plot_summary

        return plot_summary(self.values, self.feature_names, most, ax)

    def cards(self, places: Sequence[int]) -> list[dict[str, Any]]:
        """What cards and pictures of these rows show, as plain data."""
        table = self._table.take(np.asarray(places, dtype=np.intp))
        options = self._card_options()
        found: list[dict[str, Any]] = json.loads(
            get_engine(self._runner.engine).ask("cards", self.model, {"options": options}, table).text
        )
        labels = None if self._table.index is None else [self._table.index[place] for place in places]
        for at, card in enumerate(found):
            card["label"] = str(card["row"] if labels is None else labels[at])
        return found

    def _repr_html_(self) -> str:
        from .pictures.cards import page_html

        order = sorted(range(len(self)), key=lambda place: (-np.nan_to_num(self.strength[place]), place))
        return page_html(self.cards(sorted(order[:_CARDS])) if order else [], len(self))

    def _card_options(self) -> dict[str, Any]:
        """A card says nothing of repaired rows."""
        return {name: value for name, value in self._options.items() if name != "verify"}

    def _cards_html(self, places: Sequence[int]) -> str:
        from .pictures.cards import page_html

        return page_html(self.cards(places), None)

    def __repr__(self) -> str:
        rows = "1 row" if len(self) == 1 else f"{len(self):,} rows"
        return f"<parsight.Explanations of {rows}, {len(self.feature_names)} features>"

    def _ask(self, command: str, arguments: Mapping[str, Any], table: Table) -> Any:
        with progress_bar(self._runner.progress) as progress:
            engine = get_engine(self._runner.engine)
            return engine.ask(command, self.model, arguments, table, progress.watch())

    def _all_lines(self, lines: Literal["explanations", "records"]) -> list[str]:
        if lines == "explanations" and self._lines is not None:
            return self._lines
        return lines_of(explain_table(self.model, self._table, self._options, self._runner, lines).text)

    def _line(self, place: int) -> str:
        """Pages of lines are remembered; who goes through all rows asks for each page once."""
        if self._lines is not None:
            return self._lines[place]
        page = place // _PAGE_ROWS
        if page not in self._pages:
            rows = np.arange(page * _PAGE_ROWS, min((page + 1) * _PAGE_ROWS, len(self)))
            explained = explain_table(self.model, self._table.take(rows), self._options, self._runner, "explanations")
            self._pages[page] = lines_of(explained.text)
            if len(self._pages) > _MOST_PAGES:
                self._pages.popitem(last=False)
        return self._pages[page][place % _PAGE_ROWS]

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pages": OrderedDict()}


def _rows_of(table: Table, rows: Any) -> Table:
    """The explained rows, by their places in the whole frame."""
    if table.row_numbers is None:
        return table if len(rows) == table.row_count else table.take(rows)
    places = np.asarray(np.searchsorted(table.row_numbers, rows), dtype=np.intp)
    return table if len(rows) == table.row_count else table.take(places)


#: Columns of the core's table of suspects (src/core/presenting/formats/explanation-table.ts), in Python's writing.
_RECORD_NAMES = [
    "row",
    "rank",
    "feature",
    "blame",
    "observed",
    "expected",
    "source",
    "rule",
    "antecedent_count",
    "support_count",
    "support",
    "confidence",
    "confidence_low",
    "score",
    "text",
    "strength",
    "suggested",
    "expected_min",
    "expected_max",
    "probability",
    "checked_antecedent_count",
    "checked_support_count",
    "rule_id",
]
_ROW_NAMES = ["feature", "observed", "expected", "suggested", "probability", "blame", "strength", "rule", "text"]
