"""An event loop that runs in whichever thread waits for a result, and only as long as it waits.

mini-racer speaks by an event loop. One in a thread of its own would wake two threads more for each row that is
explained, and the loop of a notebook is busy with the cell that asks. So callbacks wait in a queue until pumped.
"""

from __future__ import annotations

import asyncio
import contextvars
import queue
import time
from asyncio import events
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from typing import Any


class PumpedLoop(asyncio.AbstractEventLoop):
    """As much of an event loop as coroutines need that wait for futures."""

    def __init__(self) -> None:
        self._ready: queue.SimpleQueue[asyncio.Handle] = queue.SimpleQueue()

    @contextmanager
    def running(self) -> Generator[None, None, None]:
        """Takes the place of the loop that runs in this thread, if there is one."""
        before = events._get_running_loop()
        events._set_running_loop(self)
        try:
            yield
        finally:
            events._set_running_loop(before)

    def pump(self, task: asyncio.Future[Any], seconds: float) -> bool:
        """Runs callbacks until the task is done, or so long; whether it is."""
        end = time.monotonic() + seconds
        while not task.done():
            try:
                handle = self._ready.get(timeout=max(0.0, end - time.monotonic()))
            except queue.Empty:
                return False
            if not handle.cancelled():
                with self.running():
                    handle._run()
        return True

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """Puts a callback into the queue."""
        handle = asyncio.Handle(callback, args, self, context)
        self._ready.put(handle)
        return handle

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> asyncio.Handle:
        """The queue may be filled by any thread."""
        return self.call_soon(callback, *args, context=context)

    def create_future(self) -> asyncio.Future[Any]:
        """A future of this loop."""
        return asyncio.Future(loop=self)

    def create_task(self, coro: Coroutine[Any, Any, Any], **given: Any) -> asyncio.Task[Any]:  # type: ignore[override]
        """A task whose first step is in the queue."""
        return asyncio.Task(coro, loop=self, **given)

    def get_debug(self) -> bool:
        """Never."""
        return False

    def is_running(self) -> bool:
        """It can always be given callbacks."""
        return True

    def is_closed(self) -> bool:
        """It holds nothing that could be closed."""
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """What goes wrong in a callback belongs to nobody else."""
        error = context.get("exception")
        if isinstance(error, BaseException):
            raise error
