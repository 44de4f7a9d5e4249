"""A review: what people decided about rules and features (docs/review.md), read as the command line reads it."""

from __future__ import annotations

import datetime
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from .engine import get_engine
from .files import read_file


@dataclass(frozen=True)
class Review:
    """What has an effect on a day, as the core takes it, and the columns that it asks about."""

    decisions: Mapping[str, Any] | None = None
    columns: Sequence[str] = ()


def read_review(
    review: str | os.PathLike[str] | None, today: str | datetime.date | None, engine: str | None = None
) -> Review:
    """The review in a file, or in a text of YAML or JSON, on a day; without one it is today, in UTC."""
    if review is None:
        return Review()
    day = _day(today)
    if _is_text(review):
        return _parse(str(review), "the review", day, engine)
    return _parse(_read(Path(review)), str(review), day, engine)


def _day(today: str | datetime.date | None) -> str:
    if today is None:
        today = datetime.datetime.now(datetime.timezone.utc)
    if isinstance(today, datetime.datetime):
        today = today.date()
    return str(today)


def _is_text(review: str | os.PathLike[str]) -> bool:
    """A text has several lines, or is JSON; anything else names a file."""
    return isinstance(review, str) and ("\n" in review or review.lstrip().startswith("{"))


@lru_cache(maxsize=8)
def _parse(text: str, name: str, day: str, engine: str | None) -> Review:
    found = get_engine(engine).run("review", {"text": text, "name": name, "today": day}).result
    return Review(found["review"], tuple(found["columns"]))


def _read(path: Path) -> str:
    how_to_make = "parsight review approve and parsight review mute write one; its text may be given instead."
    return read_file(path, "review", how_to_make).decode("utf-8", errors="replace")
