"""The engine's interface, and what all engines share: one command at a time, progress, Ctrl-C, models by number."""

from __future__ import annotations

import ctypes
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from ..errors import EngineError, InputError
from ..table import Numbers, Table
from .request import Request, make_request

#: What the core does at the moment, by the places that it reports from 1.
PHASES = ("profile", "cut-offs", "rules", "diagnosis", "explain")

_TICK_SECONDS = 0.05
#: How long a command that should stop may go on before it is ended by force.
_PATIENCE_SECONDS = 0.6


@dataclass(frozen=True)
class Reply:
    """What a command gives: a small result, a text that may be large, and numbers by name."""

    result: Any
    text: str
    numbers: Mapping[str, Numbers]
    warnings: Sequence[Mapping[str, str]]


class Watcher(Protocol):
    """Told how far a command is, and asked whether it should go on."""

    def tell(self, phase: str, done: int, total: int) -> None:
        """Called some twenty times a second."""

    def should_stop(self) -> bool:
        """True ends the command with KeyboardInterrupt."""
        ...


class Pending(Protocol):
    """A command that is under way."""

    def wait(self, seconds: float) -> bool:
        """True when it is done."""
        ...

    def reply(self) -> tuple[Mapping[str, Any], str, Any]:
        """Head, text and bytes of what it gave."""
        ...


class HasText(Protocol):
    """A model: the text of its file says all."""

    @property
    def text(self) -> str:
        """The text of its file."""
        ...


class Engine(ABC):
    """Runs the commands of a session of the core, one at a time; any thread may call.

    Subclasses say how a command is started, stopped, and ended by force. A command that is interrupted leaves the
    engine as it was: its models are still there, or are loaded again when they are asked for.
    """

    name: str

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._numbers: weakref.WeakKeyDictionary[HasText, int] = weakref.WeakKeyDictionary()
        self._forgotten: list[int] = []

    def run(
        self,
        command: str,
        arguments: Mapping[str, Any],
        table: Table | None = None,
        *,
        context: Table | None = None,
        watcher: Watcher | None = None,
        threads: int | None = None,
    ) -> Reply:
        """Runs a command to its end; KeyboardInterrupt ends it within a second."""
        request = make_request(command, arguments, table, context)
        with self._lock:
            return self._finish(self._start(request, threads), watcher)

    def explain(self, model: HasText, arguments: Mapping[str, Any], table: Table, watcher: Watcher | None) -> Reply:
        """Explains rows by a model, which is loaded where it is not yet."""
        return self.ask("explain", model, arguments, table, watcher)

    def ask(
        self,
        command: str,
        model: HasText,
        arguments: Mapping[str, Any],
        table: Table | None = None,
        watcher: Watcher | None = None,
        context: Table | None = None,
    ) -> Reply:
        """Runs a command about a model; `context` are other rows that tell about those of the table."""
        with self._lock:
            self._check_alive()
            self._drop_forgotten()
            number = self._numbers.get(model)
            if number is None:
                number = int(self.run("load", {"text": model.text}).result["model"])
                self.remember(model, number)
            return self.run(command, {"model": number, **arguments}, table, context=context, watcher=watcher)

    def remember(self, model: HasText, number: int) -> None:
        """A model that the session holds; it is dropped there when nobody has it here."""
        self._numbers[model] = number
        weakref.finalize(model, self._forgotten.append, number)

    def _drop_forgotten(self) -> None:
        if self._forgotten:
            numbers = [self._forgotten.pop() for _ in range(len(self._forgotten))]
            self.run("drop", {"models": numbers})

    def _check_alive(self) -> None:
        """Where an engine can die by itself, it forgets here what it has lost."""
        return

    def _lose_session(self) -> None:
        """What the session held is gone."""
        self._numbers.clear()
        self._forgotten = []

    def _finish(self, pending: Pending, watcher: Watcher | None) -> Reply:
        try:
            while not pending.wait(_TICK_SECONDS):
                if watcher is None:
                    continue
                words = self._progress()
                if words[1] > 0:
                    watcher.tell(PHASES[words[1] - 1], words[2], words[3])
                if watcher.should_stop():
                    raise KeyboardInterrupt
            return read_reply(*pending.reply())
        except KeyboardInterrupt:
            self._end(pending)
            raise

    def _end(self, pending: Pending) -> None:
        """Asks the command to stop, and ends it by force where it does not hear."""
        try:
            self._ask_to_stop()
            is_done = pending.wait(_PATIENCE_SECONDS)
        except BaseException:
            self._abandon(pending)
            raise
        if not is_done:
            self._abandon(pending)

    @abstractmethod
    def _start(self, request: Request, threads: int | None) -> Pending:
        """Starts a command; `threads` says in how many a model is learnt, where the engine has several."""

    @abstractmethod
    def _progress(self) -> Sequence[int]:
        """The control words: stop, phase, done, total."""

    @abstractmethod
    def _ask_to_stop(self) -> None:
        """The core looks at this between units of work."""

    @abstractmethod
    def _abandon(self, pending: Pending) -> None:
        """Ends the command at once; the engine can be used afterwards."""

    def leave_behind(self) -> None:
        """After a fork, in the child: the engine is the parent's, and is never taken apart here, not even at the end.

        That would wait for threads that are gone.
        """
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))

    @abstractmethod
    def close(self) -> None:
        """Gives back what the engine holds. It can be called more than once."""


def read_reply(head: Mapping[str, Any], text: str, memory: Any) -> Reply:
    """The reply in these parts, or the error that it tells of."""
    kind = head["kind"]
    if kind == "refused":
        raise InputError(head["code"], head["message"], head["hint"])
    if kind == "stopped":
        raise KeyboardInterrupt
    if kind == "failed":
        raise EngineError(f"the core failed, which is a mistake of ours:\n{head['message']}")
    numbers = {each["name"]: _read_numbers(memory, each["length"], each["offset"]) for each in head["numbers"]}
    return Reply(head["result"], text, numbers, head["warnings"])


def _read_numbers(memory: Any, length: int, offset: int) -> Numbers:
    """A copy: the engine uses its memory again."""
    found = np.empty(length, dtype=np.float64)
    if length > 0:
        found[:] = np.frombuffer(memory, np.float64, length, offset)
    return found
