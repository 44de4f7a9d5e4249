"""The proof picture of a number as SVG: how normal rows are spread, what was expected, what was observed."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

_WIDTH = 440
_HEIGHT = 150
_TOP = 36
_BOTTOM = 24
_SIDE = 10


def number_picture(picture: dict[str, Any]) -> str:
    """Drawn in the colours of the page around it."""
    axis = picture["axis"]
    low, high = float(axis["from"]), float(axis["to"])

    def x(value: float) -> float:
        share = (min(max(value, low), high) - low) / (high - low)
        return _SIDE + share * (_WIDTH - 2 * _SIDE)

    parts = [
        _band(picture, x),
        _histogram(picture["all"], axis["edges"], x, "var(--bar-faint)"),
        _histogram(picture["like"], axis["edges"], x, "var(--bar)"),
        _nearest(picture["nearest"], x),
        _base_line(axis, x),
        _label(picture["expectedText"], _band_middle(picture, x), 13, "var(--expected)"),
        _observed(picture, x),
    ]
    title = f"{picture['feature']}: {picture['expectedText']}, {picture['observedText']}"
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}" font-size="11.5"'
        f' font-family="system-ui, sans-serif">{"".join(parts)}</svg>'
    )


def _ends(picture: dict[str, Any]) -> tuple[float, float]:
    axis = picture["axis"]
    low = axis["from"] if picture["low"] is None else picture["low"]
    high = axis["to"] if picture["high"] is None else picture["high"]
    return low, high


def _band(picture: dict[str, Any], x: Callable[[float], float]) -> str:
    low, high = _ends(picture)
    width = max(1.5, x(high) - x(low))
    lines = "".join(
        f'<path d="M{x(end):.1f} {_TOP}V{_HEIGHT - _BOTTOM}" stroke="var(--expected)" stroke-width="1.5"/>'
        for end in (picture["low"], picture["high"])
        if end is not None
    )
    height = _HEIGHT - _TOP - _BOTTOM
    return (
        f'<rect x="{x(low):.1f}" y="{_TOP}" width="{width:.1f}" height="{height}" fill="var(--expected-band)"/>{lines}'
    )


def _band_middle(picture: dict[str, Any], x: Callable[[float], float]) -> float:
    low, high = _ends(picture)
    return (x(low) + x(high)) / 2


def _histogram(counts: Sequence[int], edges: Sequence[float], x: Callable[[float], float], fill: str) -> str:
    most = max(counts, default=0)
    if most == 0:
        return ""
    bars: list[str] = []
    for place, count in enumerate(counts):
        if count == 0:
            continue
        left, right = x(edges[place]), x(edges[place + 1])
        height = 0.94 * (_HEIGHT - _TOP - _BOTTOM) * count / most
        bars.append(
            f"M{left + 0.5:.1f} {_HEIGHT - _BOTTOM}v{-height:.1f}H{max(left + 1, right - 0.5):.1f}v{height:.1f}z"
        )
    return f'<path d="{"".join(bars)}" fill="{fill}"/>'


def _nearest(values: Sequence[float], x: Callable[[float], float]) -> str:
    y = _HEIGHT - _BOTTOM - 6
    return "".join(f'<circle cx="{x(value):.1f}" cy="{y}" r="4" fill="var(--expected)"/>' for value in values)


def _base_line(axis: dict[str, Any], x: Callable[[float], float]) -> str:
    y = _HEIGHT - _BOTTOM
    ticks = "".join(
        f'<path d="M{x(tick):.1f} {y}v4" stroke="var(--line-strong)"/>'
        f'<text x="{x(tick):.1f}" y="{y + 17}" text-anchor="middle" fill="var(--soft)">{_short(tick)}</text>'
        for tick in round_ticks(axis["from"], axis["to"])
    )
    return f'<path d="M{_SIDE} {y}H{_WIDTH - _SIDE}" stroke="var(--line-strong)"/>{ticks}'


def _observed(picture: dict[str, Any], x: Callable[[float], float]) -> str:
    place = picture["axis"]["observed"]
    if place is None or not picture["observedText"]:
        return ""
    before, after = {"inside": ("", ""), "left": ("← ", ""), "right": ("", " →")}[place["side"]]
    at = x(place["at"])
    y = _HEIGHT - _BOTTOM
    return (
        f'<path d="M{at:.1f} {_TOP - 2}V{y}" stroke="var(--wrong)" stroke-width="2.5"/>'
        f'<circle cx="{at:.1f}" cy="{y}" r="5" fill="var(--wrong)" stroke="var(--surface)" stroke-width="1.5"/>'
        f"{_label(before + picture['observedText'] + after, at, 30, 'var(--wrong)')}"
    )


def _label(text: str, at: float, y: int, fill: str) -> str:
    """Above the picture, and inside it at both ends."""
    share = at / _WIDTH
    anchor = "start" if share < 0.22 else "end" if share > 0.78 else "middle"
    return (
        f'<text x="{at:.1f}" y="{y}" text-anchor="{anchor}" font-weight="600" fill="{fill}" stroke="var(--surface)"'
        f' stroke-width="3" paint-order="stroke">{escape(text)}</text>'
    )


def round_ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between the ends."""
    if not high > low:
        return []
    raw = (high - low) / most
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw)
    first = math.ceil(low / step)
    return [place * step for place in range(first, math.floor(high / step) + 1)]


def _short(value: float) -> str:
    return f"{value:.6g}".replace("-", "−")
