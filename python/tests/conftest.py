"""What tests share: the water tank, the command line to compare with, and both engines."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

import parsight
from parsight.engine.base import Engine
from parsight.engine.embedded import EmbeddedEngine
from parsight.engine.process import node_engine, python_engine

ROOT = Path(__file__).resolve().parents[2]
TANK = ROOT / "examples" / "water-tank" / "data"
#: Tests in their long form.
SLOW = os.environ.get("PARSIGHT_SLOW") == "1"
MAKERS = {"mini-racer": EmbeddedEngine, "node": node_engine, "mini-racer in a process": python_engine}


class _Program:
    """`parsight …` of the clone, in one process for all commands of all tests."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def run(self, folder: Path, words: tuple[str, ...]) -> str:
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{json.dumps({'folder': str(folder), 'words': words})}\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert answer != "", "the command line has ended"
        done = json.loads(answer)
        assert done["code"] == 0, done["complaints"]
        return str(done["output"])

    def _start(self) -> subprocess.Popen[str]:
        script = str(Path(__file__).parent / "command_line.mjs")
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(["node", script], stdin=pipe, stdout=pipe, encoding="utf-8")
        atexit.register(self._process.kill)
        return self._process


_program = _Program()


class CommandLine:
    """Commands in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def run(self, *words: str) -> str:
        return _program.run(self.folder, (*words, "--quiet"))

    def learn(self, table: Path, *options: str) -> str:
        self.run("learn", str(table), "-o", "model.json", *options)
        return (self.folder / "model.json").read_text(encoding="utf-8")

    def explain(self, table: Path, *options: str) -> str:
        return self.run("explain", "model.json", str(table), "--format", "ndjson", *options)


@pytest.fixture
def cli(tmp_path: Path) -> CommandLine:
    return command_line(tmp_path)


def command_line(folder: Path) -> CommandLine:
    if shutil.which("node") is None or not (ROOT / "dist").exists():
        pytest.skip("the command line is not built here, so there is nothing to compare with")
    return CommandLine(folder)


@pytest.fixture(scope="session")
def normal() -> pd.DataFrame:
    return pd.read_csv(TANK / "normal.csv")


@pytest.fixture(scope="session")
def anomalies() -> pd.DataFrame:
    return pd.read_csv(TANK / "anomalies.csv")


@pytest.fixture(scope="session")
def explainer(normal: pd.DataFrame) -> parsight.Explainer:
    """Learnt once from a part of the tank: tests look at what is made of it."""
    return parsight.Explainer().fit(normal.iloc[:2000])


@pytest.fixture(scope="module", params=list(MAKERS))
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    made = MAKERS[request.param]()
    yield made
    made.close()


def data_folder(name: str) -> Path | None:
    """Public sets, where they are."""
    folder = Path(os.environ.get("PARSIGHT_DATA", "")) / name
    return folder if "PARSIGHT_DATA" in os.environ and folder.exists() else None
