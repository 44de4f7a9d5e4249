"""Explanations as columns of a table, which have one type each, as Spark gets them; no Spark is needed to see it."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import numpy as np
import pandas as pd
import pytest

import parsight
from parsight.explaining import Runner, explain_table, lines_of, table_to_explain
from parsight.frames import as_table
from parsight.spark import _EXPLANATION, Shape, read_columns

NUMBERS = [12.5, -0.1, 1e15 + 0.5, 1.5e16, 1e20, 123456789012345680000.0, 1e21, 2.5e300, 0.0001, 1.5e-6, 1e-7, 5e-324]


def read(shape: Shape, value: Any) -> Any:
    """The oracle: a value of NDJSON in this shape; what is not there is null."""
    if value is None:
        return None
    if isinstance(shape, dict):
        return {name: read(each, value.get(name)) for name, each in shape.items()}
    if isinstance(shape, list):
        return [read(shape[0], each) for each in value]
    return text(value) if shape is str else shape(value)


def text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return written(value) if isinstance(value, float) else str(value)


def written(number: float) -> str:
    """As JavaScript writes it: other exponents than Python's."""
    found = repr(number)
    if "e" not in found:
        return found
    if 1e-6 <= abs(number) < 1e21:
        return np.format_float_positional(number, trim="-")
    digits, _, exponent = found.partition("e")
    return f"{digits}e{int(exponent):+d}"


def test_the_oracle_writes_numbers_as_the_command_line_does() -> None:
    script = f"console.log(JSON.stringify({json.dumps(NUMBERS)}.map(String)))"
    said = json.loads(subprocess.run(["node", "-e", script], capture_output=True, check=True).stdout)
    assert [text(value) for value in NUMBERS] == said


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("method", ["diagnosis", "paper"])
def test_columns_say_what_ndjson_says(seed: int, method: str) -> None:
    random = np.random.default_rng(seed)
    count = 300
    frame = pd.DataFrame(
        {
            "wide": random.normal(size=count) * 10.0 ** random.integers(-9, 22, count),
            "tiny": random.normal(size=count) * 1e-9,
            "whole": random.integers(0, 9, count),
            "few": random.choice([1.0, 2.5, 1e-7], count),
            "flag": random.choice([True, False], count),
            "text": random.choice(["a", 'quo"te', "line\nend", "ünï\u2028", "tab\t\\", "😀"], count),
        }
    ).mask(random.random((count, 6)) < 0.05)
    tens = 10 * random.integers(0, 9, count)
    frame = frame.assign(tens=tens, ones=tens / 10)  # so that something can be expected
    model = parsight.Explainer(trees=1, neighbours=20, progress=False).fit(frame).model_
    rows = frame.iloc[:60].assign(
        text=random.choice(["a", "never seen", 'quo"te'], 60), few=NUMBERS * 5, tens=(tens[:60] + 40) % 90
    )
    options = {"method": method, "top": 3}
    table = table_to_explain(as_table(rows), model, options)
    runner = Runner(progress=False)
    lines = lines_of(explain_table(model, table, options, runner, "explanations").text)
    explanations, texts = read_columns(explain_table(model, table, options, runner, "plain").text)
    wanted = [json.loads(line) for line in lines]
    assert explanations.to_pylist() == [read(_EXPLANATION, each) for each in wanted]
    assert texts.to_pylist() == [each["text"] for each in wanted]
    assert any(each["expected"] is not None for row in explanations.to_pylist() for each in row["features"])
