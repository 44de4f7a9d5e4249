"""How far long work is: a bar in a terminal, a quiet one in a notebook, nothing where nobody looks."""

from __future__ import annotations

import html
import importlib
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Protocol

_WORDS = {
    "profile": "Looking at columns",
    "cut-offs": "Cutting numbers",
    "rules": "Mining rules",
    "diagnosis": "Learning what is usual",
    "explain": "Explaining",
}
#: Shorter work shows nothing.
_SILENT_SECONDS = 0.7
_WIDTH = 30


class _Bar(Protocol):
    def draw(self, words: str, share: float) -> None: ...

    def clear(self) -> None: ...


class _TerminalBar:
    def draw(self, words: str, share: float) -> None:
        filled = int(share * _WIDTH)
        sys.stderr.write(f"\r{words} {'█' * filled}{'░' * (_WIDTH - filled)} {100 * share:3.0f} %\x1b[K")
        sys.stderr.flush()

    def clear(self) -> None:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


class _NotebookBar:
    def __init__(self) -> None:
        shown: Any = importlib.import_module("IPython.display")
        self._html: Any = shown.HTML
        self._handle: Any = shown.display(shown.HTML(""), display_id=True)

    def draw(self, words: str, share: float) -> None:
        bar = f'<progress max="1" value="{share:.3f}"></progress>'
        self._handle.update(self._html(f"<small>{html.escape(words)} {bar} {100 * share:.0f} %</small>"))

    def clear(self) -> None:
        self._handle.update(self._html(""))


class Progress:
    """Draws what engines tell, of several the sum; also asks them to stop."""

    def __init__(self, is_wanted: bool | None = None, parts: int = 1) -> None:
        self._is_wanted = is_wanted
        self._bar: _Bar | None = None
        self._since = time.monotonic()
        self._drawn = 0.0
        self._parts = [(0, 0)] * parts
        self._lock = threading.Lock()
        self._stop = threading.Event()

    def watch(self, part: int = 0) -> Watch:
        """For the engine that does this part of the work."""
        return Watch(self, part)

    def stop(self) -> None:
        """All of them should end."""
        self._stop.set()

    def should_stop(self) -> bool:
        """Whether they should."""
        return self._stop.is_set()

    def tell(self, part: int, phase: str, done: int, total: int) -> None:
        """Draws ten times a second at most, and from one thread only, since notebooks want that."""
        self._parts[part] = (done, total)
        now = time.monotonic()
        if threading.current_thread() is not threading.main_thread() or now - self._drawn < 0.1:
            return
        if now - self._since >= _SILENT_SECONDS:
            self.draw(phase)
            self._drawn = now

    def part(self, part: int) -> tuple[int, int]:
        """What a part told last."""
        return self._parts[part]

    def draw(self, phase: str) -> None:
        """The sum of all parts, if anybody looks."""
        done = sum(each[0] for each in self._parts)
        total = sum(each[1] for each in self._parts)
        with self._lock:
            self._bar = self._bar or _open_bar(self._is_wanted)
            self._bar.draw(_WORDS[phase], min(1.0, done / total) if total > 0 else 0.0)

    def clear(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.clear()
            self._bar = None


class Watch:
    """What one engine tells, and is told."""

    def __init__(self, progress: Progress, part: int) -> None:
        self._progress = progress
        self._part = part

    def tell(self, phase: str, done: int, total: int) -> None:
        """How far it is."""
        self._progress.tell(self._part, phase, done, total)

    def should_stop(self) -> bool:
        """Whether it should end."""
        return self._progress.should_stop()


class _NoBar:
    def draw(self, words: str, share: float) -> None:
        del words, share

    def clear(self) -> None:
        pass


def _open_bar(is_wanted: bool | None) -> _Bar:
    if is_wanted is False:
        return _NoBar()
    if _is_notebook():
        return _NotebookBar()
    return _TerminalBar() if is_wanted or sys.stderr.isatty() else _NoBar()


def _is_notebook() -> bool:
    shell = sys.modules.get("IPython")
    instance = shell.get_ipython() if shell is not None else None
    return type(instance).__name__ == "ZMQInteractiveShell"


@contextmanager
def progress_bar(is_wanted: bool | None, parts: int = 1) -> Generator[Progress, None, None]:
    """A bar that is gone afterwards, whatever happens."""
    progress = Progress(is_wanted, parts)
    try:
        yield progress
    finally:
        progress.clear()
