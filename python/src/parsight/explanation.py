"""One explained row: its suspects, the rules that it breaks, and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import Any, TypeVar, cast

from .options import camel_case


@dataclass(frozen=True)
class Rule:
    """A rule with its counts over the learning rows, so that everybody can recount it."""

    text: str
    #: A hash of what it says: the same in every model that has the rule.
    id: str
    source: str
    antecedent: list[dict[str, Any]]
    consequent: dict[str, Any]
    antecedent_count: int
    support_count: int
    support: float
    confidence: float
    confidence_low: float
    score: float
    #: Counts over the rows that were held back to check it, where there were any.
    checked: dict[str, int] | None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Suspect:
    """A feature and how suspect it is."""

    feature: str
    #: Share of the row's strangeness; the blame of all features sums to 1.
    blame: float
    #: That this reading is wrong; None with the method "paper" and with models of few rows.
    probability: float | None
    observed: Any
    #: What normal rows have in its place, as the core writes predicates; None: not suspect enough to say.
    expected: dict[str, Any] | None
    #: The likeliest value in its place.
    suggested: Any
    rule: Rule | None
    #: Learning rows, none of which has this value: a category, or a number where new ones are rare.
    never_seen_in: int | None = None


class Explanation:
    """Why a row is strange.

    >>> import parsight
    >>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    >>> parsight.explain(normal, [{"level": 3, "pump": "none"}])[0]
    <parsight.Explanation of row 0: pump>
    """

    def __init__(self, data: dict[str, Any], label: Any, card: Callable[[], str] | None = None) -> None:
        #: As the core wrote it, a line of NDJSON.
        self.data = data
        #: What the frame's index calls the row.
        self.label = label
        #: The row's place in the frame, from 0.
        self.row: int = data["row"]
        #: Share of normal rows that are less strange; None with the method "paper".
        self.strength: float | None = data["strength"]
        #: A sentence or more.
        self.text: str = data["text"]
        #: Values of the columns that name the row, and when it was.
        self.id: dict[str, Any] = data.get("id", {})
        self.time: str | None = data.get("time")
        #: How it would look with the suggested values in place; only with verify=True.
        self.repaired: dict[str, Any] | None = data.get("repaired")
        #: Suspects that the review passes over here; None without a review.
        self.muted: int | None = data.get("muted")
        self._card = card

    @cached_property
    def suspects(self) -> list[Suspect]:
        """All features, the most suspect first."""
        return [read_as(Suspect, each, rule=self._rule(each["rule"])) for each in self.data["features"]]

    @cached_property
    def rules(self) -> list[Rule]:
        """Those that the row breaks."""
        return [read_as(Rule, each) for each in self.data["rules"]]

    @property
    def suspect(self) -> str | None:
        """The first suspect's name; None where the row has no feature at all."""
        features = self.data["features"]
        return features[0]["feature"] if features else None

    @property
    def either(self) -> tuple[str, str] | None:
        """The first two suspects, where nothing tells which of them is wrong."""
        pair = self.data.get("either")
        return None if pair is None else (pair[0], pair[1])

    def _rule(self, place: int | None) -> Rule | None:
        return None if place is None else self.rules[place]

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<parsight.Explanation of row {self.label}: {self.suspect}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Explanation) and self.data == other.data

    def __hash__(self) -> int:
        return hash((self.row, self.text))

    def __reduce__(self) -> tuple[Any, tuple[dict[str, Any], Any]]:
        return Explanation, (self.data, self.label)  # a card needs the model, which stays where it is

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(self.text)}</p>" if self._card is None else self._card()


_Kind = TypeVar("_Kind")


def read_as(kind: type[_Kind], data: Mapping[str, Any], **others: Any) -> _Kind:
    """What the core wrote, as a dataclass with the names of Python."""
    names = _written_names(cast("Any", kind))
    return kind(**{**{name: data[written] for name, written in names if written in data}, **others})


@cache
def _written_names(kind: Any) -> list[tuple[str, str]]:
    return [(field.name, camel_case(field.name)) for field in fields(kind)]
