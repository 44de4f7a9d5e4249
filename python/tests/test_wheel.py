"""The wheel, installed where no Node is: into an environment of its own, from what the build left in the package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

from conftest import ROOT

SCRIPT = """
import shutil, sys
assert shutil.which("node") is None
import parsight
rows = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
found = parsight.explain(rows, [{"level": 3, "pump": "none"}])
assert not {"pandas", "polars", "pyarrow", "matplotlib", "sklearn"} & set(sys.modules)
assert "<article>" in found._repr_html_()
found.report("report.html")
print(parsight.__version__, found[0].suspects[0].suggested)
"""


def test_a_wheel_works_where_no_node_is(tmp_path: Path) -> None:
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path),
        str(ROOT / "python"),
    )
    wheel = next(tmp_path.glob("parsight-*-py3-none-any.whl"))
    with zipfile.ZipFile(wheel) as packed:
        sizes = {each.filename: each.file_size for each in packed.infolist()}
    assert {"parsight/py.typed", "parsight/_bundle/core.js", "parsight/_bundle/report.html"} <= set(sizes)
    core = sizes["parsight/_bundle/core.js"]
    # Every process that explains loads it: look what was added. At 529 KB nothing was cheap to take out: no long text
    # is in it twice, and the report and incidents, some 40 KB, would need a loader of their own (docs/architecture.md).
    assert core < 540_000
    stated = re.search(r"the core is (\d+) KB", (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
    assert stated is not None
    assert abs(core / 1000 - int(stated[1])) <= 5
    assert sizes["parsight/_bundle/yaml.js"] > 80_000  # and is in no other file
    assert wheel.stat().st_size < 600_000
    folder = tmp_path / "environment"
    venv.create(folder, with_pip=False)  # that of this environment installs there
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(scripts / ("python.exe" if sys.platform == "win32" else "python"))
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check", "--quiet"]
    run(*pip, "install", "--prefer-binary", str(wheel))
    kept = ("PYTHONPATH", "PARSIGHT_ENGINE", "PYTHONHOME")
    environment = {name: value for name, value in os.environ.items() if name not in kept}
    done = run(
        python, "-c", SCRIPT, cwd=tmp_path, env={**environment, "PATH": str(scripts), "PYTHONWARNINGS": "ignore"}
    )
    assert done.split()[1] == "on"


def run(*words: str, **options: object) -> str:
    done = subprocess.run(words, capture_output=True, encoding="utf-8", check=False, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr
    return str(done.stdout)
