"""One explained row: its suspects, the rules that it breaks, and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Rule:
    """A rule with its counts over the learning rows, so that everybody can recount it."""

    text: str
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
    #: Learning rows, none of which has this category.
    never_seen_in: int | None


@dataclass(frozen=True)
class Explanation:
    """Why a row is strange. `suspects` are all features, the most suspect first."""

    #: The row's place in the frame, from 0.
    row: int
    #: What the frame's index calls it.
    label: Any
    #: Share of normal rows that are less strange; None with the method "paper".
    strength: float | None
    suspects: list[Suspect]
    rules: list[Rule]
    text: str
    #: The first two suspects, where nothing tells which of them is wrong.
    either: tuple[str, str] | None
    #: Values of the columns that name the row, and when it was.
    id: dict[str, Any]
    time: str | None
    #: How it would look with the suggested values in place; only with verify=True.
    repaired: dict[str, Any] | None
    #: As the core wrote it.
    data: dict[str, Any] = field(repr=False)
    _card: Callable[[], str] | None = field(default=None, repr=False, compare=False)

    @property
    def suspect(self) -> str | None:
        """The first suspect's name; None where the row has no feature at all."""
        return self.suspects[0].feature if self.suspects else None

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        from html import escape

        return f"<p>{escape(self.text)}</p>" if self._card is None else self._card()


def explanation_from(data: dict[str, Any], label: Any, card: Callable[[], str] | None = None) -> Explanation:
    """The explanation in a line of NDJSON."""
    rules = [_rule(rule) for rule in data["rules"]]
    either = data.get("either")
    return Explanation(
        row=data["row"],
        label=label,
        strength=data["strength"],
        suspects=[_suspect(each, rules) for each in data["features"]],
        rules=rules,
        text=data["text"],
        either=None if either is None else (either[0], either[1]),
        id=data.get("id", {}),
        time=data.get("time"),
        repaired=data.get("repaired"),
        data=data,
        _card=card,
    )


def _suspect(data: Mapping[str, Any], rules: list[Rule]) -> Suspect:
    place: int | None = data["rule"]
    return Suspect(
        feature=data["feature"],
        blame=data["blame"],
        probability=data["probability"],
        observed=data["observed"],
        expected=data["expected"],
        suggested=data["suggested"],
        rule=None if place is None else rules[place],
        never_seen_in=data.get("neverSeenIn"),
    )


def _rule(data: Mapping[str, Any]) -> Rule:
    return Rule(
        text=data["text"],
        source=data["source"],
        antecedent=data["antecedent"],
        consequent=data["consequent"],
        antecedent_count=data["antecedentCount"],
        support_count=data["supportCount"],
        support=data["support"],
        confidence=data["confidence"],
        confidence_low=data["confidenceLow"],
        score=data["score"],
        checked=data.get("checked"),
    )
