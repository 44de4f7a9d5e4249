"""Incidents: strange rows that follow one another with the same cause, told as one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, overload

from .explanation import Explanation, Rule, read_as
from .libraries import library

#: Incidents that a notebook shows.
_CARDS = 10


@dataclass(frozen=True)
class IncidentSuspect:
    """A feature, and what part it has in an incident."""

    feature: str
    #: Share of the blame of all its rows.
    share: float
    #: Rows that accuse it, and those in which it is the first suspect.
    accused: int
    leads: int


@dataclass(frozen=True)
class IncidentRule(Rule):
    """A rule that rows of an incident break."""

    #: How many of them.
    broken: int


@dataclass(frozen=True)
class IncidentPhase:
    """A time in which one suspect led."""

    start: str | None
    end: str | None
    first_row: int
    last_row: int
    count: int
    #: The first suspect of most of its rows, and how it deviates; None: no feature stood out.
    feature: str | None
    deviation: str | None
    text: str


@dataclass(frozen=True)
class IncidentCounts:
    """What was counted over all rows."""

    #: Rows seen, and those of them that are strange.
    rows: int
    strange: int
    #: Incidents, and the rows in them.
    incidents: int
    told: int
    #: Strange rows in no incident, since none around them is strange enough.
    passed_over: int
    #: Strange rows without a moment, where rows have moments.
    timeless: int
    #: Strange rows that came too late; in a frame there are none.
    late: int


class Incident:
    """Strange rows that follow one another with the same cause.

    >>> import parsight
    >>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    >>> rows = [*normal[:40], *[{"level": 15, "pump": "none"}] * 3]
    >>> parsight.explain(normal, rows, min_strength=0.95).incidents()[0]
    <parsight.Incident 0: pump has a value never seen before, 3 rows>
    """

    def __init__(self, data: dict[str, Any], label: Callable[[int], Any]) -> None:
        #: As the core wrote it, a line of NDJSON.
        self.data = data
        #: From 0, in the order in which incidents were over.
        self.number: int = data["incident"]
        #: Its main suspect and how that deviates in most rows.
        self.what: str = data["what"]
        #: The machine's value by its column, where machines are told apart.
        self.by: dict[str, Any] | None = data.get("by")
        #: When its first and its last row were, as the rows say it; None: not known.
        self.start: str | None = data["from"]
        self.end: str | None = data["to"]
        #: Rows in it.
        self.count: int = data["count"]
        #: Places in the frame, from 0.
        self.first_row: int = data["firstRow"]
        self.last_row: int = data["lastRow"]
        self.worst_row: int = data["worstRow"]
        #: Of the worst row; None with the method "paper".
        self.strength: float | None = data["strength"]
        #: A few sentences.
        self.text: str = data["text"]
        #: The sentence of its first row.
        self.began: str = data["began"]["text"]
        self._labels = [label(row["row"]) for row in data["rows"]]

    @cached_property
    def suspects(self) -> list[IncidentSuspect]:
        """Features that are accused, the most suspect first; none: no feature stands out."""
        return [read_as(IncidentSuspect, each) for each in self.data["features"]]

    @cached_property
    def rules(self) -> list[IncidentRule]:
        """The rules that say it best, the best first."""
        return [read_as(IncidentRule, each) for each in self.data["rules"]]

    @cached_property
    def phases(self) -> list[IncidentPhase]:
        """How it went on."""
        return [read_as(IncidentPhase, each, start=each["from"], end=each["to"]) for each in self.data["phases"]]

    @cached_property
    def rows(self) -> list[Explanation]:
        """Its worst rows, the worst first; their suspects are those that are accused."""
        return [Explanation(row, label) for row, label in zip(self.data["rows"], self._labels, strict=True)]

    @property
    def suspect(self) -> str | None:
        """The first suspect's name."""
        return self.suspects[0].feature if self.suspects else None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<parsight.Incident {self.number}: {self.what}, {_rows(self.count)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Incident) and self.data == other.data

    def __hash__(self) -> int:
        return hash((self.number, self.text))

    def _repr_html_(self) -> str:
        from .pictures.incident_cards import incidents_html

        return incidents_html([self], None)


class Incidents(Sequence[Incident]):
    """What `Explanations.incidents` gives, in the order in which they were over.

    >>> import parsight
    >>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    >>> rows = [*normal[:40], *[{"level": 15, "pump": "none"}] * 3]
    >>> found = parsight.explain(normal, rows, min_strength=0.95).incidents()
    >>> print(found.summary)
    1 incident: 3 of 43 rows.
    >>> found.to_pandas()[["what", "count", "first_row", "last_row", "suspect"]].values.tolist()
    [['pump has a value never seen before', 3, 40, 42, 'pump']]
    """

    def __init__(
        self, lines: Sequence[str], counts: Mapping[str, int], summary: str, label: Callable[[int], Any]
    ) -> None:
        self.counts = read_as(IncidentCounts, counts)
        #: The counts in a sentence.
        self.summary = summary
        self._counts = counts
        self._lines = lines
        self._incidents = [Incident(json.loads(line), label) for line in lines]

    def __len__(self) -> int:
        return len(self._incidents)

    @overload
    def __getitem__(self, place: int) -> Incident: ...

    @overload
    def __getitem__(self, place: slice) -> list[Incident]: ...

    def __getitem__(self, place: int | slice) -> Incident | list[Incident]:
        return self._incidents[place]

    def __iter__(self) -> Iterator[Incident]:
        return iter(self._incidents)

    @property
    def text(self) -> list[str]:
        """A few sentences about each."""
        return [each.text for each in self]

    def to_ndjson(self) -> str:
        """One line of JSON for each, byte for byte as the command line writes them."""
        return "".join(f"{line}\n" for line in self._lines)

    def to_json(self) -> str:
        """One object of JSON, the incidents and what was counted, byte for byte as the command line writes it."""
        lines = ",".join(f"\n{line}" for line in self._lines)
        return f'{{"incidents":[{lines}\n],\n"counts":{json.dumps(self._counts, separators=(",", ":"))}}}\n'

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each; rows of the frame are given by their places, from 0."""
        pd = library("pandas")

        return pd.DataFrame([_record(each) for each in self], columns=_COLUMNS)

    def __str__(self) -> str:
        return "\n".join([self.summary, *(f"{each.number}. {each.text}" for each in self)])

    def __repr__(self) -> str:
        return f"<parsight.Incidents: {self.summary}>"

    def _repr_html_(self) -> str:
        from .pictures.incident_cards import incidents_html

        largest = sorted(self, key=lambda each: (-each.count, each.number))[:_CARDS]
        shown = sorted(largest, key=lambda each: each.number)
        others = "" if len(shown) == len(self) else f" Here are the {len(shown)} with most rows. All: .to_pandas()"
        return incidents_html(shown, f"{self.summary}{others}")


_COLUMNS = [
    "incident",
    "what",
    "by",
    "start",
    "end",
    "count",
    "first_row",
    "last_row",
    "worst_row",
    "strength",
    "suspect",
    "share",
    "rule",
    "broken",
    "text",
]


def _record(incident: Incident) -> dict[str, Any]:
    plain = {name: getattr(incident, name) for name in _COLUMNS if hasattr(incident, name)}
    by = None if incident.by is None else next(iter(incident.by.values()))
    share = incident.suspects[0].share if incident.suspects else None
    rule = incident.rules[0] if incident.rules else None
    said = {"rule": None, "broken": None} if rule is None else {"rule": rule.text, "broken": rule.broken}
    return {**plain, "incident": incident.number, "by": by, "share": share, **said}


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
