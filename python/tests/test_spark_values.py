"""How values of explanations are written on Spark, where a column has one type; no Spark is needed to see it."""

from __future__ import annotations

import json
import subprocess

import pytest

from parsight.spark import _EXPLANATION, _read, _text

NUMBERS = [
    12.5,
    -0.1,
    1e15 + 0.5,
    1.5e16,
    1e20,
    123456789012345680000.0,
    1e21,
    2.5e300,
    0.0001,
    0.00001,
    1.5e-6,
    1e-7,
    5e-324,
]


def test_numbers_are_written_as_the_command_line_writes_them() -> None:
    script = f"console.log(JSON.stringify({json.dumps(NUMBERS)}.map(String)))"
    written = json.loads(subprocess.run(["node", "-e", script], capture_output=True, check=True).stdout)
    assert [_text(value) for value in NUMBERS] == written
    assert [_text(value) for value in (True, False, 3, "3")] == ["true", "false", "3", "3"]


@pytest.mark.parametrize(
    ("expected", "read"),
    [
        ({"feature": "a", "min": 1, "max": None}, {"min": 1.0, "max": None}),
        ({"feature": "a", "in": ["x", 2, True]}, {"in": ["x", "2", "true"]}),
        ({"feature": "a", "present": True}, {"present": True}),
        (None, None),
    ],
)
def test_what_was_expected_is_a_struct(expected: object, read: dict[str, object] | None) -> None:
    suspect = {"feature": "a", "blame": 1, "probability": None, "observed": 2.5, "expected": expected, "rule": 0}
    found = _read(_EXPLANATION, {"strength": 1, "features": [suspect], "rules": []})
    none = dict.fromkeys(("min", "max", "maxInclusive", "in", "present"))
    assert found["features"][0]["expected"] == (None if read is None else {**none, **read})
    assert (found["strength"], found["muted"], found["features"][0]["observed"]) == (1.0, None, "2.5")
