"""The engine in this process: V8 by mini-racer. Columns are written into its memory; the GIL is free while it works."""

from __future__ import annotations

import importlib
import json
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from ..errors import EngineError
from .base import Engine, Pending
from .bundle import bundled_text
from .pumped_loop import PumpedLoop, Work
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
        self.racer: Any = self.loop.run_here(MiniRacer)

    def start(self, code: str) -> Work:
        return Work(self.loop, self.racer.eval_cancelable(code))

    def start_call(self, function: Any, text: str) -> Work:
        return Work(self.loop, function.cancelable()(text))

    def evaluate(self, code: str) -> Any:
        work = self.start(code)
        while not work.wait(_LONG_SECONDS):
            pass
        return work.result()

    def close(self) -> None:
        self.loop.run_here(self.racer.close)


class _Call:
    def __init__(self, engine: EmbeddedEngine, work: Work, request: Request) -> None:
        self.work = work
        self.wait = work.wait
        self._engine = engine
        self._request = request

    def reply(self) -> tuple[Mapping[str, Any], str, Any]:
        text = cast(str, self.work.result())
        written, _, body = text.partition("\n")
        head = json.loads(written)
        length = 8 * sum(each["length"] for each in head.get("numbers", ()))
        return head, body, self._engine.take_reply(self._request, length)


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
            self._last_text = ""
            self._small_reply = isolate.evaluate("parsight.smallReply")
            self._run = isolate.evaluate("parsight.run")
            self._room = memoryview(b"")
            self._scripts: set[str] = set()
            self._isolate = isolate
        return self._isolate

    def _load(self, isolate: _Isolate, script: str | None) -> None:
        if script is not None and script not in self._scripts:
            isolate.evaluate(bundled_text(script))
            self._scripts.add(script)

    def _start(self, request: Request, threads: int | None) -> Pending:
        del threads  # an isolate has one
        isolate = self._open()
        self._load(isolate, request.script)
        self._control[:] = 0
        if request.size > 0:
            request.write_into(self._take_room(request.size))
        if request.size > _REUSED_BYTES or request.is_learning:
            self._room = memoryview(b"")  # the session gives it away, too
        return _Call(self, self._send(isolate, request.text), request)

    def _send(self, isolate: _Isolate, text: str) -> Work:
        """The session remembers its last request: a stream of rows asks the same again, about other numbers."""
        if text == self._last_text:
            return isolate.start("parsight.runAgain()")
        self._last_text = ""  # until it is known that the session has heard this one
        if len(text) > _LONG_TEXT:
            return isolate.start_call(self._run, text)
        return isolate.start(f"parsight.run({json.dumps(text)})")

    def _take_room(self, size: int) -> memoryview:
        """Memory of the session; a small piece is asked for once and used again."""
        if len(self._room) < size:
            assert self._isolate is not None
            self._room = self._isolate.evaluate(f"parsight.room({max(size, _REUSED_BYTES)})")
        return self._room

    def take_reply(self, request: Request, length: int) -> Any:
        """The numbers of the last reply, in V8's memory; a few lie where they can be read without asking."""
        assert self._isolate is not None
        self._last_text = request.text
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
        pending.work.cancel()
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
