"""Runs coroutines in whichever thread waits for their result, and only as long as it waits.

mini-racer speaks by an event loop. One in a thread of its own would wake two threads more for each row that is
explained, and the loop of a notebook is busy with the cell that asks. So callbacks wait in a queue until somebody
waits; and a coroutine is moved on by hand, since a task takes longer than a row.
"""

from __future__ import annotations

import asyncio
import queue
import time
from asyncio import events
from collections.abc import Callable, Coroutine
from typing import Any


class PumpedLoop(asyncio.AbstractEventLoop):
    """As much of an event loop as coroutines need that wait for futures."""

    def __init__(self) -> None:
        self._ready: queue.SimpleQueue[tuple[Callable[..., Any], tuple[Any, ...]]] = queue.SimpleQueue()

    def run_here(self, work: Callable[[], Any]) -> Any:
        """Runs something as if this loop were the one that runs in this thread."""
        before = events._get_running_loop()
        events._set_running_loop(self)
        try:
            return work()
        finally:
            events._set_running_loop(before)

    def pump(self, seconds: float) -> bool:
        """Runs the next callback, if there is one within this time."""
        try:
            callback, arguments = self._ready.get(timeout=seconds)
        except queue.Empty:
            return False
        callback(*arguments)
        return True

    def call_soon(self, callback: Callable[..., Any], *args: Any, context: Any = None) -> Any:  # type: ignore[override]
        """Puts a callback into the queue."""
        del context
        self._ready.put((callback, args))

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Any = None
    ) -> Any:
        """The queue may be filled by any thread."""
        self.call_soon(callback, *args, context=context)

    def get_debug(self) -> bool:
        """Never."""
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """What goes wrong in a callback belongs to nobody else."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            raise error


class Work:
    """A coroutine that is under way; who waits for it moves it on."""

    def __init__(self, loop: PumpedLoop, coroutine: Coroutine[Any, Any, Any]) -> None:
        self._loop = loop
        self._coroutine = coroutine
        self._awaited: asyncio.Future[Any] | None = None
        self._result: Any = None
        self._error: BaseException | None = None
        self._advance(lambda: coroutine.send(None))

    def wait(self, seconds: float) -> bool:
        """Whether it is done by then."""
        end = time.monotonic() + seconds
        while self._awaited is not None:
            if self._awaited.done():
                self._advance(lambda: self._coroutine.send(None))
            elif not self._loop.pump(max(0.0, end - time.monotonic())):
                return False
        return True

    def result(self) -> Any:
        """What it returned, or raises what it raised."""
        if self._error is not None:
            raise self._error
        return self._result

    def cancel(self) -> None:
        """Ends it; what it waits for is told."""
        if self._awaited is not None:
            self._advance(lambda: self._coroutine.throw(asyncio.CancelledError()))

    def _advance(self, step: Callable[[], Any]) -> None:
        self._awaited = None
        try:
            self._awaited = self._loop.run_here(step)
        except StopIteration as end:
            self._result = end.value
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            self._error = error
