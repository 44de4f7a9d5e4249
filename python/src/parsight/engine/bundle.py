"""The files that the build puts into the package."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..errors import EngineError

FOLDER = Path(__file__).resolve().parent.parent / "_bundle"


@cache
def bundled_text(name: str) -> str:
    """The text of one of them."""
    return bundled_path(name).read_text(encoding="utf-8")


def bundled_path(name: str) -> Path:
    """Where it lies."""
    path = FOLDER / name
    if not path.exists():
        raise EngineError(f"the package lacks {name}; in a clone, `npm ci` makes it before `pip install ./python`")
    return path
