"""The engine in this process: V8 by mini-racer. Columns are written into its memory; the GIL is free while it works."""

from __future__ import annotations

import asyncio
import importlib
import json
import warnings
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, cast

import numpy as np

from ..errors import EngineError
from .base import Engine, Pending
from .bundle import bundled_text
from .pumped_loop import PumpedLoop
from .request import Request

#: Longer texts go as an argument of a call; shorter ones inside the code, which takes fewer steps.
_LONG_TEXT = 100_000
#: What the session keeps from one request to the next (src/bridge/session.ts).
_REUSED_BYTES = 1 << 20
#: mini-racer's own flag, --single-threaded, halves the speed. V8 wants to be told something.
_FLAGS = ("--no-single-threaded",)


#: Between two looks at signals while nobody draws.
_LONG_SECONDS = 0.2
#: Isolates that could not be stopped; to take them apart would wait for them.
_left_behind: list[_Isolate] = []


class _Isolate:
    """An isolate of V8. It speaks with the thread that waits for it, whichever that is at the moment."""

    def __init__(self) -> None:
        from py_mini_racer import MiniRacer, init_mini_racer

        init_mini_racer(flags=_FLAGS, ignore_duplicate_init=True)
        self.loop = PumpedLoop()  # type: ignore[abstract]
        with self.loop.running():
            self.racer = MiniRacer()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        with self.loop.running():
            return self.loop.create_task(work)

    def evaluate(self, code: str) -> Any:
        task = self.start(self.racer.eval_cancelable(code))
        while not self.loop.pump(task, _LONG_SECONDS):
            pass
        return task.result()

    def close(self) -> None:
        with self.loop.running():
            self.racer.close()


class _Call:
    def __init__(self, engine: EmbeddedEngine, isolate: _Isolate, task: asyncio.Task[Any]) -> None:
        self.task = task
        self._engine = engine
        self._isolate = isolate

    def wait(self, seconds: float) -> bool:
        return self._isolate.loop.pump(self.task, seconds)

    def reply(self) -> tuple[Mapping[str, Any], str, Any]:
        text = cast(str, self.task.result())
        written, _, body = text.partition("\n")
        head = json.loads(written)
        length = 8 * sum(each["length"] for each in head.get("numbers", ()))
        return head, body, self._engine.read_bytes(length)


class EmbeddedEngine(Engine):
    """V8 inside this process."""

    name = "mini-racer"

    def __init__(self) -> None:
        super().__init__()
        self._isolate: _Isolate | None = None

    def _open(self) -> _Isolate:
        if self._isolate is None:
            isolate = _Isolate()
            isolate.evaluate(bundled_text("core.js"))
            self._control = np.frombuffer(isolate.evaluate("parsight.control"), dtype=np.int32)
            self._small_reply = isolate.evaluate("parsight.smallReply")
            self._run = isolate.evaluate("parsight.run")
            self._room = memoryview(b"")
            self._isolate = isolate
        return self._isolate

    def _start(self, request: Request, threads: int | None) -> Pending:
        del threads  # an isolate has one
        isolate = self._open()
        self._control[:] = 0
        if request.size > 0:
            request.write_into(self._take_room(request.size))
        if request.size > _REUSED_BYTES or request.is_learning:
            self._room = memoryview(b"")  # the session gives it away, too
        if len(request.text) > _LONG_TEXT:
            return _Call(self, isolate, isolate.start(self._run.cancelable()(request.text)))
        code = f"parsight.run({json.dumps(request.text)})"
        return _Call(self, isolate, isolate.start(isolate.racer.eval_cancelable(code)))

    def _take_room(self, size: int) -> memoryview:
        """Memory of the session; a small piece is asked for once and used again."""
        if len(self._room) < size:
            assert self._isolate is not None
            self._room = self._isolate.evaluate(f"parsight.room({max(size, _REUSED_BYTES)})")
        return self._room

    def read_bytes(self, length: int) -> Any:
        """The numbers of the last reply, in V8's memory; a few lie where they can be read without asking."""
        assert self._isolate is not None
        if length <= len(self._small_reply):
            return self._small_reply
        return self._isolate.evaluate("parsight.bytes()")

    def _progress(self) -> Sequence[int]:
        return [int(word) for word in self._control]

    def _ask_to_stop(self) -> None:
        self._control[0] = 1

    def _abandon(self, pending: Pending) -> None:
        """V8 ends what it runs and keeps the rest; should even that fail, a new isolate takes its place."""
        assert isinstance(pending, _Call)
        isolate = self._open()
        pending.task.cancel()
        if pending.wait(2):
            return
        warnings.warn("V8 did not stop and was left behind; another takes its place", RuntimeWarning, stacklevel=2)
        self._isolate = None
        self._lose_session()
        _left_behind.append(isolate)

    def close(self) -> None:
        """Ends the isolate; the next command starts another."""
        isolate, self._isolate = self._isolate, None
        self._lose_session()
        if isolate is not None:
            isolate.close()


def require_mini_racer() -> None:
    """An error that says what to do where it is not installed."""
    try:
        importlib.import_module("py_mini_racer")
    except ImportError as error:
        raise EngineError(
            "the engine mini-racer cannot be loaded here: "
            f"{error}. Install parsight[node] and set PARSIGHT_ENGINE=node instead"
        ) from error
