"""Which engine runs the core: by argument, by PARSIGHT_ENGINE, else mini-racer. Engines live as long as the process."""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable

from ..errors import InputError
from .base import Engine
from .embedded import EmbeddedEngine, require_mini_racer
from .process import node_engine, python_engine

#: The names of the engines.
ENGINES = ("mini-racer", "node")
VARIABLE = "PARSIGHT_ENGINE"


class _Registry:
    """The engines of this process, and whether V8 was left behind by a fork."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.engines: dict[tuple[str, int], Engine] = {}
        self.has_forked = False

    def open(self, name: str, place: int) -> Engine:
        with self.lock:
            engine = self.engines.get((name, place))
            if engine is None:
                engine = self.engines[name, place] = self._maker(name)()
            return engine

    def _maker(self, name: str) -> Callable[[], Engine]:
        if name == "node":
            return node_engine
        require_mini_racer()
        return python_engine if self.has_forked else EmbeddedEngine

    def after_fork(self) -> None:
        """V8 and pipes belong to the parent; here engines are made anew, and V8 in a process of its own."""
        self.lock = threading.Lock()
        had_v8 = any(isinstance(engine, EmbeddedEngine) for engine in self.engines.values())
        self.has_forked = self.has_forked or had_v8
        for engine in self.engines.values():
            engine.leave_behind()
        self.engines = {}

    def close(self) -> None:
        for engine in self.engines.values():
            engine.close()


_registry = _Registry()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_registry.after_fork)
atexit.register(_registry.close)


def engine_name(name: str | None = None) -> str:
    """The engine's name by argument, environment or default."""
    chosen = name or os.environ.get(VARIABLE) or ENGINES[0]
    if chosen not in ENGINES:
        where = "engine" if name else VARIABLE
        raise InputError("OPTION_CHOICE", f'{where} must be one of {", ".join(ENGINES)}, got "{chosen}"', "")
    return chosen


def get_engine(name: str | None = None) -> Engine:
    """The engine of this process; it is started by its first command."""
    return _registry.open(engine_name(name), 0)


def get_engines(name: str | None, count: int) -> list[Engine]:
    """Several of them, to work at the same time."""
    chosen = engine_name(name)
    return [_registry.open(chosen, place) for place in range(count)]
