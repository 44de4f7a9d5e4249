"""Times on a machine that has other things to do."""

from __future__ import annotations

import subprocess
import sys
import time

#: What a quiet machine takes to start Python, and more.
QUIET_START_SECONDS = 0.05


def as_busy_as_now(quiet_seconds: float) -> float:
    """So many seconds of a quiet machine, in those of this one: as much more as Python takes longer to start now."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-S", "-c", ""], check=True)
    return quiet_seconds * max(1, (time.monotonic() - began) / QUIET_START_SECONDS)
