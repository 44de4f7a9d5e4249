"""Writes what the examples of docs/python.md print into it: after answers have changed, and then read what changed.

python tests/write_guide.py, in the environment of the tests and with PYTHONPATH=src.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import tempfile
from pathlib import Path

from conftest import ROOT, TANK
from test_docs import BLOCK, GUIDE


def printed_by(code: str) -> str:
    printed = io.StringIO()
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(TANK, Path(folder) / TANK.relative_to(ROOT))
        os.chdir(folder)
        try:
            with contextlib.redirect_stdout(printed):
                exec(compile(code, str(GUIDE), "exec"), {"__name__": "__main__"})
        finally:
            os.chdir(before)
    return printed.getvalue()


def rewritten(block: re.Match[str]) -> str:
    if block["output"] is None:
        return block[0]
    return block[0].replace(f"```text\n{block['output']}```", f"```text\n{printed_by(block['code'])}```")


if __name__ == "__main__":
    GUIDE.write_text(BLOCK.sub(rewritten, GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
