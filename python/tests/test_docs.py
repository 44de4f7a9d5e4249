"""The notebook runs to its end. What the guide prints is compared with all other pages (test/cli/examples.test.ts)."""

from __future__ import annotations

import re

import nbformat
from nbclient import NotebookClient

from conftest import ROOT

NOTEBOOK = ROOT / "examples" / "python" / "parsight-in-five-minutes.ipynb"
ERRORS = ROOT / "docs" / "errors.md"


def test_the_notebook_runs_and_shows_cards_tables_and_pictures() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not kept in the repository"
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(NOTEBOOK.parent)}})
    client.execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert [each for each in outputs if each.output_type == "stream"] == []  # no warning, no bar that stays
    html = "".join(each.get("data", {}).get("text/html", "") for each in outputs)
    assert html.count("<article>") == 5
    assert sum("image/png" in each.get("data", {}) for each in outputs) == 2
    assert "&#x27;report.html&#x27;" in html or "report.html" in str(outputs[-1])


def test_every_code_is_one_that_the_page_of_errors_lists() -> None:
    package = ROOT / "python" / "src" / "parsight"
    text = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.py"))
    codes = set(re.findall(r'InputError\(\s*"([A-Z_]+)"', text))
    listed = set(re.findall(r"^\| `([A-Z0-9_]+)` \|", ERRORS.read_text(encoding="utf-8"), re.MULTILINE))
    assert len(codes) >= 6
    assert codes <= listed
