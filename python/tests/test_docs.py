"""The notebook runs to its end, and the guide prints what it says."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import shutil
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import ROOT, TANK

NOTEBOOK = ROOT / "examples" / "python" / "parsight-in-five-minutes.ipynb"
ERRORS = ROOT / "docs" / "errors.md"
GUIDE = ROOT / "docs" / "python.md"
BLOCK = re.compile(
    r"<!-- needs: (?P<needs>parsight[^\n]*) -->\n\n```python\n(?P<code>.*?)```\n(?:\n```text\n(?P<output>.*?)```)?",
    re.DOTALL,
)


def test_the_notebook_runs_and_shows_cards_tables_and_pictures() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept in the repository"
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert [each for each in outputs if each.output_type == "stream"] == []  # no warning, no bar that stays
    html = "".join(each.get("data", {}).get("text/html", "") for each in outputs)
    assert html.count("<article>") == 5
    assert sum("image/png" in each.get("data", {}) for each in outputs) == 2
    assert "&#x27;report.html&#x27;" in html or "report.html" in str(outputs[-1])


@pytest.mark.parametrize(
    "block", list(BLOCK.finditer(GUIDE.read_text(encoding="utf-8"))), ids=lambda block: f"at {block.start()}"
)
def test_the_guide_prints_what_it_says(block: re.Match[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in block["needs"].split(", "):
        if importlib.util.find_spec(name) is None:
            pytest.skip(f"there is no {name}")
    shutil.copytree(TANK, tmp_path / TANK.relative_to(ROOT))
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block["code"], str(GUIDE), "exec"), {"__name__": "__main__"})
    if block["output"] is not None:
        assert printed.getvalue() == block["output"]
    assert printed.getvalue() != ""


def test_every_code_is_one_that_the_page_of_errors_lists() -> None:
    package = ROOT / "python" / "src" / "parsight"
    text = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    codes = set(re.findall(r'InputError\(\s*"([A-Z_]+)"', text))
    listed = set(re.findall(r"^\| `([A-Z0-9_]+)` \|", ERRORS.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(codes) >= 6
    assert codes <= listed
