"""Cards as a notebook shows them: HTML that brings its colours, light and dark, and asks the network for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from .number_picture import number_picture


@cache
def _style() -> str:
    return (Path(__file__).parent / "cards.css").read_text(encoding="utf-8")


def page_html(cards: Sequence[dict[str, Any]], total: int | None) -> str:
    """The cards under each other; `total`: how many rows were explained, where a heading should say so."""
    heading = "" if total is None else f'<p class="soft">{_heading(len(cards), total)}</p>'
    return styled(f"{heading}{''.join(_card(card) for card in cards)}")


def styled(content: str) -> str:
    """In a frame that brings the colours."""
    return f'<div class="parsight"><style>{_style()}</style>{content}</div>'


def _heading(shown: int, total: int) -> str:
    if total == 0:
        return "No row was to be explained."
    rows = "1 row explained" if total == 1 else f"{total:,} rows explained"
    if shown == total:
        return rows
    return f"{rows}; here are the {shown} strangest. All: .to_pandas(), .summary(), .report('report.html')"


def _card(card: dict[str, Any]) -> str:
    names = f'<span class="soft">{escape(card["names"])}</span>' if card["names"] else ""
    accused = [suspect for suspect in card["suspects"] if suspect["isAccused"]]
    others = [suspect for suspect in card["suspects"] if not suspect["isAccused"]]
    return (
        f'<article><p class="head"><strong>Row {escape(card["label"])}</strong>{names}'
        f'<span class="soft">{escape(card["strength"])}</span></p>'
        f'<p class="sentence">{escape(card["text"])}</p>'
        f"{''.join(_suspect(suspect) for suspect in accused)}{_others(others)}</article>"
    )


def _suspect(suspect: dict[str, Any]) -> str:
    share = max(1.0, 100 * suspect["suspicion"])
    suggested = suspect["suggested"]
    such_as = f", such as {escape(suggested)}" if suggested and suggested != suspect["expected"] else ""
    rule = (
        f'<p>{escape(suspect["rule"])}</p><p class="soft">{escape(suspect["evidence"])}</p>'
        if suspect["rule"]
        else '<p class="soft">No rule speaks about it, but the rest of the row does.</p>'
    )
    return (
        f'<section class="suspect"><div class="words"><p><strong>{escape(suspect["feature"])}</strong></p>'
        f'<p><span class="track" aria-hidden="true"><i style="width:{share:.1f}%"></i></span>'
        f"{escape(suspect['suspicionText'])}</p>"
        f'<p>observed <span class="wrong">{escape(suspect["observed"])}</span>, '
        f'expected <span class="expected">{escape(suspect["expected"])}</span>{such_as}</p>{rule}</div>'
        f"{_figure(suspect.get('picture'))}</section>"
    )


def _figure(picture: dict[str, Any] | None) -> str:
    if picture is None:
        return ""
    drawn = number_picture(picture) if picture["kind"] == "numbers" else _shares(picture)
    return f"<figure>{drawn}<figcaption>{escape(picture_basis(picture))}</figcaption></figure>"


def picture_basis(picture: dict[str, Any]) -> str:
    """What the picture was drawn from."""
    if picture["kind"] == "categories" and picture["basis"] == "learning":
        return f"Counts of all {picture['total']:,} learning rows the rule speaks about."
    rows = f"{picture['normalRows']:,}"
    if picture["normalRows"] == 0:
        return "The model keeps no normal rows to draw from."
    like = picture["likeRows"] if picture["kind"] == "numbers" else picture["total"]
    if like == 0 or like == picture["normalRows"]:
        return f"From the {rows} normal rows that the model keeps."
    return f"{like:,} of the {rows} normal rows that the model keeps are like this one."


def _shares(picture: dict[str, Any]) -> str:
    total = picture["total"]
    cells: list[str] = []
    for bar in picture["bars"]:
        mark = "is-observed" if bar["isObserved"] else "is-expected" if bar["isExpected"] else ""
        word = (
            ' <span class="wrong">observed</span>'
            if bar["isObserved"]
            else ' <span class="expected">expected</span>'
            if bar["isExpected"]
            else ""
        )
        share = 0.0 if total == 0 else 100 * bar["count"] / total
        cells.append(
            f'<span>{escape(bar["label"])}{word}</span><span class="bar {mark}" style="width:{share:.1f}%"></span>'
            f'<span class="soft">{share:.3g} %</span>'
        )
    return f'<div class="shares">{"".join(cells)}</div>'


def _others(others: Sequence[dict[str, Any]]) -> str:
    if not others:
        return ""
    shown = ", ".join(f"{escape(each['feature'])} {escape(each['suspicionText'].split(' %')[0])} %" for each in others)
    return f'<p class="others">Less suspect: {shown}</p>'
