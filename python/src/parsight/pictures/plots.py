"""The same pictures by matplotlib, for papers and scripts. It is loaded only here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..libraries import library
from ..table import Numbers
from .cards import picture_basis

_WRONG = "#b3261e"
_EXPECTED = "#14713f"
_BAND = "#14713f33"
_BAR = "#5c86c2"
_FAINT = "#8b98a766"


def plot_row(card: dict[str, Any], ax: Any = None) -> Any:
    """The proof of the first suspect, and bars of blame beside it; on given axes only the proof. Returns the figure."""
    accused = [suspect for suspect in card["suspects"] if suspect.get("picture") is not None]
    if ax is not None:
        if accused:
            _draw_proof(ax, accused[0])
        return ax.figure
    figure, (left, right) = _pyplot().subplots(1, 2, figsize=(11, 3.6), width_ratios=(3, 2), layout="constrained")
    if accused:
        _draw_proof(left, accused[0])
    else:
        left.set_axis_off()
        left.text(0.5, 0.5, "Nothing is suspect enough to prove", ha="center", va="center")
    _draw_blame(right, card["suspects"])
    figure.suptitle(f"Row {card['label']}: {_heading(card, accused)}", x=0.01, ha="left", fontsize=11)
    return figure


def _heading(card: dict[str, Any], accused: Sequence[dict[str, Any]]) -> str:
    if not accused:
        return str(card["strength"])
    first = accused[0]
    return f"{first['feature']} is {first['observed']}, expected {first['expected']}"


def _draw_proof(ax: Any, suspect: dict[str, Any]) -> None:
    picture = suspect["picture"]
    if picture["kind"] == "numbers":
        _draw_numbers(ax, picture)
    else:
        _draw_categories(ax, picture)
    ax.set_title(suspect["rule"], fontsize=9, loc="left")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def _draw_numbers(ax: Any, picture: dict[str, Any]) -> None:
    axis = picture["axis"]
    low = axis["from"] if picture["low"] is None else picture["low"]
    high = axis["to"] if picture["high"] is None else picture["high"]
    ax.axvspan(low, high, ymax=1 / 1.3, color=_BAND, lw=0)
    for end in (picture["low"], picture["high"]):
        if end is not None:
            ax.axvline(end, ymax=1 / 1.3, color=_EXPECTED, lw=1.2)
    edges = np.asarray(axis["edges"])
    for counts, colour in ((picture["all"], _FAINT), (picture["like"], _BAR)):
        heights = np.asarray(counts, dtype=float)
        if heights.max(initial=0) > 0:
            ax.bar(edges[:-1], 0.94 * heights / heights.max(), width=np.diff(edges), align="edge", color=colour)
    if axis["observed"] is not None:
        ax.axvline(axis["observed"]["at"], ymax=1.06 / 1.3, color=_WRONG, lw=2.5)
    ax.set_xlim(axis["from"], axis["to"])
    ax.set_ylim(0, 1.3)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    _write_above(ax, picture["expectedText"], (max(low, axis["from"]) + min(high, axis["to"])) / 2, 1.2, _EXPECTED)
    if axis["observed"] is not None:
        _write_above(ax, picture["observedText"], axis["observed"]["at"], 1.08, _WRONG)
    ax.set_xlabel(f"{picture['feature']}\n{picture_basis(picture)}", fontsize=9)


def _write_above(ax: Any, text: str, at: float, height: float, colour: str) -> None:
    """At a value, and inside the picture at both ends."""
    low, high = ax.get_xlim()
    share = (at - low) / (high - low)
    anchor = "left" if share < 0.2 else "right" if share > 0.8 else "center"
    ax.text(at, height, text, color=colour, ha=anchor, va="center", weight="bold", fontsize=9)


def _draw_categories(ax: Any, picture: dict[str, Any]) -> None:
    bars = picture["bars"][::-1]
    total = max(1, picture["total"])
    colours = [_WRONG if bar["isObserved"] else _EXPECTED if bar["isExpected"] else _BAR for bar in bars]
    drawn = ax.barh([bar["label"] for bar in bars], [bar["count"] / total for bar in bars], color=colours)
    for bar, patch in zip(bars, drawn, strict=True):
        word = "observed" if bar["isObserved"] else "expected" if bar["isExpected"] else ""
        ax.annotate(
            f" {word} {100 * bar['count'] / total:.3g} %", (patch.get_width(), patch.get_y()), fontsize=9, va="bottom"
        )
    ax.set_xlim(0, 1.25)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.set_xlabel(f"{picture['feature']}\n{picture_basis(picture)}", fontsize=9)


def _draw_blame(ax: Any, suspects: Sequence[dict[str, Any]]) -> None:
    shown = suspects[:8][::-1]
    colours = [_WRONG if suspect["isAccused"] else _FAINT for suspect in shown]
    ax.barh([suspect["feature"] for suspect in shown], [suspect["suspicion"] for suspect in shown], color=colours)
    ax.set_xlim(0, 1)
    ax.set_xlabel("likely wrong" if "likely" in suspects[0]["suspicionText"] else "blame", fontsize=9)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def plot_summary(values: Numbers, names: Sequence[str], most: int, ax: Any = None) -> Any:
    """Mean blame of each feature, the most blamed first. Returns the figure."""
    if ax is None:
        _, ax = _pyplot().subplots(figsize=(6, 0.6 + 0.32 * min(most, len(names))), layout="constrained")
    means = values.mean(axis=0) if len(values) else np.zeros(len(names))
    order = np.argsort(-means, kind="stable")[:most][::-1]
    ax.barh([names[place] for place in order], means[order], color=_WRONG)
    ax.set_xlabel(f"mean blame over {len(values):,} rows")
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return ax.figure


def _pyplot() -> Any:
    return library("matplotlib.pyplot")
