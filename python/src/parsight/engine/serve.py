"""mini-racer in a process of its own, which speaks as the Node engine does: python -m parsight.engine.serve."""

from __future__ import annotations

import signal
import sys
import threading
from typing import Any

from .embedded import EmbeddedEngine
from .process import read_frame, write_frame
from .request import Part, Request

_PROGRESS_SECONDS = 0.1


class _Server(EmbeddedEngine):
    """Passes on what it is asked, as it is."""

    def answer(self, text: str, memory: bytes, script: str | None, out: Any) -> None:
        import numpy as np

        columns = (Part(0, np.frombuffer(memory, np.uint8)),) if memory else ()
        pending = self._start(Request(text, columns, len(memory), is_learning=True, script=script), None)
        while not pending.wait(_PROGRESS_SECONDS):
            write_frame(out, {"kind": "progress", "words": self._progress()}, "")
        head, body, numbers = pending.reply()
        write_frame(out, head, body, memoryview(numbers).cast("B"))

    def stop(self) -> None:
        if self._isolate is not None:
            self._ask_to_stop()


def main() -> None:
    """Serves until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the terminal sends it to all; who started this one decides
    server = _Server()
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may be written there
    while True:
        frame = read_frame(sys.stdin.buffer)
        if frame is None:
            break
        head, text, memory = frame
        if head.get("stop"):
            server.stop()
        else:
            threading.Thread(target=server.answer, args=(text, memory, head.get("script"), out)).start()
    server.close()


if __name__ == "__main__":
    main()
