"""What runs the core: V8 inside this process (mini-racer), or a process of its own (Node). One interface for both."""

from __future__ import annotations

from .base import Engine, Reply, Watcher
from .choose import ENGINES, get_engine, get_engines

__all__ = ["ENGINES", "Engine", "Reply", "Watcher", "get_engine", "get_engines"]
