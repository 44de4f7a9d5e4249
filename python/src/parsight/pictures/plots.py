"""The same pictures by matplotlib, for papers and scripts. It is loaded only here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..libraries import library
from ..table import Numbers
from .cards import picture_basis


@dataclass(frozen=True)
class _Colours:
    """Those of the cards (cards.css)."""

    wrong: str
    expected: str
    band: str
    bar: str
    faint: str
    soft: str


_ON_LIGHT = _Colours("#b3261e", "#14713f", "#14713f33", "#5c86c2", "#8b98a766", "#54616f")
_ON_DARK = _Colours("#ff8f85", "#6fd49b", "#6fd49b33", "#6d97d6", "#8b98a766", "#a3b0bf")
#: Height of a picture of numbers, whose bars reach 0.94; above them stands what was expected and observed.
_TALL = 1.4


def plot_row(card: dict[str, Any], ax: Any = None) -> Any:
    """The proof of the first suspect, and bars of blame beside it; on given axes only the proof. Returns the figure."""
    accused = [suspect for suspect in card["suspects"] if suspect.get("picture") is not None]
    if ax is not None:
        _draw_first(ax, accused)
        return ax.figure
    figure, (left, right) = _pyplot().subplots(1, 2, figsize=(11, 3.8), width_ratios=(3, 2), layout="constrained")
    figure.get_layout_engine().set(w_pad=0.15, h_pad=0.1, wspace=0.04)
    _draw_first(left, accused)
    _draw_blame(right, card["suspects"])
    figure.suptitle(f"Row {card['label']}: {_heading(card, accused)}", x=0.012, ha="left", fontsize=12, weight="bold")
    return figure


def _heading(card: dict[str, Any], accused: Sequence[dict[str, Any]]) -> str:
    if not accused:
        return str(card["strength"])
    first = accused[0]
    return f"{first['feature']} is {first['observed']}, expected {first['expected']}"


def _colours(ax: Any) -> _Colours:
    """By what they are drawn on; a style of matplotlib may have made it dark."""
    colors = library("matplotlib.colors")
    *ground, opacity = colors.to_rgba(ax.get_facecolor())
    if opacity < 0.5:  # transparent: what is written tells
        return _ON_DARK if _is_light(colors.to_rgba(ax.xaxis.label.get_color())[:3]) else _ON_LIGHT
    return _ON_LIGHT if _is_light(ground) else _ON_DARK


def _is_light(colour: Sequence[float]) -> bool:
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5


def _draw_first(ax: Any, accused: Sequence[dict[str, Any]]) -> None:
    colours = _colours(ax)
    if not accused:
        ax.set_axis_off()
        words = "Nothing is suspect enough to prove"
        ax.text(0.5, 0.5, words, ha="center", va="center", color=colours.soft, transform=ax.transAxes)
        return
    suspect = accused[0]
    picture = suspect["picture"]
    if picture["kind"] == "numbers":
        _draw_numbers(ax, picture)
    else:
        _draw_categories(ax, picture)
    ax.set_title(suspect["rule"], fontsize=9, loc="left", color=colours.soft)
    _bare(ax)


def _bare(ax: Any) -> None:
    for side in ("top", "right", "left"):
        ax.spines[side].set_visible(False)
    ax.tick_params(left=False)


def _draw_numbers(ax: Any, picture: dict[str, Any]) -> None:
    colours = _colours(ax)
    axis = picture["axis"]
    low = axis["from"] if picture["low"] is None else picture["low"]
    high = axis["to"] if picture["high"] is None else picture["high"]
    ax.set_xlim(axis["from"], axis["to"])
    ax.set_ylim(0, _TALL)
    ax.set_yticks([])
    ax.axvspan(low, high, ymax=1 / _TALL, color=colours.band, lw=0)
    for end in (picture["low"], picture["high"]):
        if end is not None:
            ax.axvline(end, ymax=1 / _TALL, color=colours.expected, lw=1.2)
    _draw_histograms(ax, picture)
    _write_above(
        ax, picture["expectedText"], (max(low, axis["from"]) + min(high, axis["to"])) / 2, 1.29, colours.expected
    )
    if axis["observed"] is not None:
        at = axis["observed"]["at"]
        ax.axvline(at, ymax=1.06 / _TALL, color=colours.wrong, lw=2.2)
        ax.plot([at], [0], "o", color=colours.wrong, ms=8, clip_on=False, zorder=5, markeredgecolor=ax.get_facecolor())
        _write_above(ax, picture["observedText"], at, 1.13, colours.wrong)
    is_blue = 0 < picture["likeRows"] < picture["normalRows"]
    ax.set_xlabel(f"{picture['feature']}\n{'Blue: ' if is_blue else ''}{picture_basis(picture)}", fontsize=9)


def _draw_histograms(ax: Any, picture: dict[str, Any]) -> None:
    colours = _colours(ax)
    edges = np.asarray(picture["axis"]["edges"])
    for counts, colour in ((picture["all"], colours.faint), (picture["like"], colours.bar)):
        heights = np.asarray(counts, dtype=float)
        if heights.max(initial=0) > 0:
            ax.bar(edges[:-1], 0.94 * heights / heights.max(), width=0.94 * np.diff(edges), align="edge", color=colour)


def _write_above(ax: Any, text: str, at: float, height: float, colour: str) -> None:
    """At a value, and inside the picture at both ends."""
    low, high = ax.get_xlim()
    share = (at - low) / (high - low)
    anchor = "left" if share < 0.2 else "right" if share > 0.8 else "center"
    ax.text(at, height, text, color=colour, ha=anchor, va="center", weight="bold", fontsize=9)


def _draw_categories(ax: Any, picture: dict[str, Any]) -> None:
    colours = _colours(ax)
    bars = picture["bars"][::-1]
    total = max(1, picture["total"])
    for place, bar in enumerate(bars):
        share = bar["count"] / total
        colour = colours.wrong if bar["isObserved"] else colours.expected if bar["isExpected"] else colours.bar
        word = "observed, " if bar["isObserved"] else "expected, " if bar["isExpected"] else ""
        ax.barh(place, share, height=0.5, color=colour)
        ax.text(
            share + 0.015, place, f"{word}{100 * share:.3g} %", color=colour, va="center", weight="bold", fontsize=9
        )
    ax.set_yticks(range(len(bars)), [bar["label"] for bar in bars])
    ax.set_xlim(0, 1.3)
    ax.set_ylim(-0.75, max(2, len(bars)) - 0.25)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.set_xlabel(f"{picture['feature']}\n{picture_basis(picture)}", fontsize=9)


def _draw_blame(ax: Any, suspects: Sequence[dict[str, Any]]) -> None:
    colours = _colours(ax)
    shown = suspects[:8][::-1]
    for place, suspect in enumerate(shown):
        ax.barh(place, suspect["suspicion"], height=0.6, color=colours.wrong if suspect["isAccused"] else colours.faint)
        share = suspect["suspicionText"].partition(" %")[0] + " %"
        ax.text(suspect["suspicion"] + 0.015, place, share, va="center", fontsize=9, color=colours.soft)
    ax.set_yticks(range(len(shown)), [suspect["feature"] for suspect in shown])
    ax.set_xlim(0, 1.12)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.set_title(
        "likely wrong" if "likely" in suspects[0]["suspicionText"] else "blame",
        fontsize=9,
        loc="left",
        color=colours.soft,
    )
    _bare(ax)


def plot_summary(values: Numbers, names: Sequence[str], most: int, ax: Any = None) -> Any:
    """Mean blame of each feature, the most blamed first. Returns the figure."""
    if ax is None:
        _, ax = _pyplot().subplots(figsize=(6.5, 0.8 + 0.32 * min(most, len(names))), layout="constrained")
    colours = _colours(ax)
    means = values.mean(axis=0) if len(values) else np.zeros(len(names))
    order = np.argsort(-means, kind="stable")[:most][::-1]
    ax.barh([names[place] for place in order], means[order], height=0.6, color=colours.bar)
    for place, mean in enumerate(means[order]):
        ax.text(mean, place, f" {100 * mean:.1f} %", va="center", fontsize=9, color=colours.soft)
    ax.set_xlim(0, 1.12 * max(float(means.max(initial=0)), 0.01))
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.set_title("Which features are blamed", fontsize=12, weight="bold", loc="left")
    ax.set_xlabel(f"mean blame over {len(values):,} rows", fontsize=9)
    _bare(ax)
    return ax.figure


def _pyplot() -> Any:
    return library("matplotlib.pyplot")
