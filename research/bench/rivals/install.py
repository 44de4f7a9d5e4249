"""Makes a virtual environment with the rivals in it: python3 install.py <folder>

Packages are installed one by one, so that one that cannot be had does not cost the others. What came of each is
written to <folder>/outcome.json: its version, or why it is not there.
"""

import json
import pathlib
import subprocess
import sys
import venv

REQUIREMENTS = pathlib.Path(__file__).with_name("requirements.txt")


def main(folder):
    venv.create(folder, with_pip=True)
    python = next(p for p in [folder / "bin/python", folder / "Scripts/python.exe"] if p.exists())
    packages = {}
    for requirement in REQUIREMENTS.read_text().split():
        name, version = requirement.split("==")
        print(f"installing {requirement}", file=sys.stderr, flush=True)
        command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        done = subprocess.run([*command, "--constraint", REQUIREMENTS, requirement], capture_output=True, text=True)
        packages[name] = {"version": version} if done.returncode == 0 else {"error": last_line(done.stderr)}
    outcome = {"python": str(python), "pythonVersion": sys.version.split()[0], "packages": packages}
    (folder / "outcome.json").write_text(json.dumps(outcome))


def last_line(text):
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "pip failed without a word"


main(pathlib.Path(sys.argv[1]))
