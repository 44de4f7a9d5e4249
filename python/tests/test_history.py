"""Models that look at the past of rows, held against the command line."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import parsight
from conftest import CommandLine

FEW = {"trees": 1, "neighbours": 60, "max_predicates": 2}
FEW_WORDS = ["--trees", "1", "--neighbours", "60", "--max-predicates", "2"]


COLUMNS = ["Time", "Pump", "Inflow", "Level", "Pressure", "Valve"]


@pytest.fixture(scope="module")
def days(normal: pd.DataFrame) -> pd.DataFrame:
    """Two machines that take turns, in no order, with a flag."""
    rows = normal.loc[:699, COLUMNS].copy()
    rows["Machine"] = np.where(np.arange(len(rows)) % 2 == 0, "A", "B")
    return rows.sample(frac=1, random_state=3)


@pytest.fixture(scope="module")
def odd(normal: pd.DataFrame) -> pd.DataFrame:
    """Later rows with a frozen sensor, in no order; some are flagged."""
    rows = normal.loc[700:1099, COLUMNS].copy()
    rows["Machine"] = np.where(np.arange(len(rows)) % 2 == 0, "A", "B")
    rows.loc[800:899, "Level"] = 7.25
    rows["Flag"] = np.where(rows.index % 7 == 0, -1, 1)
    return rows.sample(frac=1, random_state=4)


@pytest.fixture(scope="module")
def explainer(days: pd.DataFrame) -> parsight.Explainer:
    return parsight.Explainer(history=True, by="Machine", exclude=["Machine"], **FEW).fit(days)


def ask(cli: CommandLine, model: parsight.Model, rows: pd.DataFrame, *words: str) -> str:
    model.save(cli.folder / "model.json")
    rows.to_csv(cli.folder / "rows.csv", index=False)
    return cli.run("explain", "model.json", "rows.csv", "--format", "ndjson", *words)


@pytest.mark.parametrize(
    ("engine", "options", "words"),
    [
        ("mini-racer", {"by": "Machine", "exclude": ["Machine"]}, ["--by", "Machine", "--exclude", "Machine"]),
        ("node", {"window": "20 rows", "order": "file"}, ["--window", "20 rows", "--order", "file"]),
        ("node", {"window": "7m", "time": "Time"}, ["--window", "7m", "--time", "Time"]),
    ],
)
def test_a_model_and_its_answers_are_those_of_the_command_line(
    cli: CommandLine, days: pd.DataFrame, odd: pd.DataFrame, options: dict[str, Any], words: list[str], engine: str
) -> None:
    days.to_csv(cli.folder / "days.csv", index=False)
    explainer = parsight.Explainer(engine=engine, history=True, **options, **FEW).fit(days)
    assert explainer.model_.text == cli.learn(cli.folder / "days.csv", "--history", *words, *FEW_WORDS)
    found = explainer.explain(odd)
    time = words[-2:] if "--time" in words else []
    assert found.to_ndjson() == ask(cli, explainer.model_, odd, *time)
    assert len(explainer.model_.features) > len(explainer.model_.recorded_features)
    assert found.values.shape == (len(odd), len(explainer.model_.features))


def test_other_rows_tell_about_the_past_of_these(
    cli: CommandLine, explainer: parsight.Explainer, odd: pd.DataFrame
) -> None:
    rows, earlier = odd.loc[odd.index >= 850], odd.loc[odd.index < 850]
    earlier.to_csv(cli.folder / "earlier.csv", index=False)
    found = explainer.explain(rows, context=earlier)
    assert found.to_ndjson() == ask(cli, explainer.model_, rows, "--context", "earlier.csv")
    assert found.to_ndjson() != explainer.explain(rows).to_ndjson()
    assert found.index.equals(rows.index)
    moments = {"Time": pd.to_datetime(earlier["Time"])}
    assert explainer.explain(rows, context=earlier.assign(**moments)).to_ndjson() == found.to_ndjson()


def test_rows_that_no_detector_flags_are_the_past_of_others(
    cli: CommandLine, explainer: parsight.Explainer, odd: pd.DataFrame
) -> None:
    found = explainer.explain_anomalies(odd, odd["Flag"])
    assert found.to_ndjson() == ask(cli, explainer.model_, odd, "--anomaly", "Flag=-1")
    assert 0 < len(found) < len(odd)
    told = ["--anomaly", "Flag=-1", "--incidents"]
    assert found.incidents().to_ndjson() == ask(cli, explainer.model_, odd, *told)


def test_what_is_asked_later_knows_the_past(
    cli: CommandLine, explainer: parsight.Explainer, odd: pd.DataFrame, tmp_path: Path
) -> None:
    found = explainer.explain(odd)
    assert found.incidents(by="Machine").to_ndjson() == ask(
        cli, explainer.model_, odd, "--incidents", "--by", "Machine"
    )
    cli.run("report", "model.json", "rows.csv", "-o", "report.html")
    found.report(tmp_path / "ours.html", source="rows.csv")
    assert (tmp_path / "ours.html").read_bytes() == (cli.folder / "report.html").read_bytes()
    frozen = int(np.argmax(found.rows == int(np.flatnonzero(odd.index == 890)[0])))
    assert found.cards([frozen])[0]["text"].startswith(found[frozen].text)  # and says what would be normal
    assert found.summary().rows == len(odd)
    again = pickle.loads(pickle.dumps(found))
    assert again.to_ndjson() == found.to_ndjson()


def test_parts_of_the_rows_have_the_past_of_the_whole(
    monkeypatch: pytest.MonkeyPatch, explainer: parsight.Explainer, odd: pd.DataFrame
) -> None:
    whole = explainer.explain(odd).to_ndjson()
    monkeypatch.setattr("parsight.explaining._LEAST_ROWS", 100)
    monkeypatch.setattr("parsight.explainer._LINES_AT_ONCE", 10)
    model = parsight.Model.from_text(explainer.model_.text)
    found = parsight.Explainer.from_model(model, n_jobs=3).explain(odd)
    assert found.to_ndjson() == whole
    assert [each.data for each in found[:300:50]] == [json.loads(line) for line in whole.splitlines()[:300:50]]


def test_a_matrix_has_a_past_by_the_order_of_its_rows() -> None:
    random = np.random.default_rng(5)
    wave = np.sin(np.arange(600) / 40)
    matrix = np.column_stack([wave + random.normal(0, 0.002, 600), random.normal(size=600)])
    explainer = parsight.Explainer(history=True, window="20 rows", **FEW).fit(matrix)
    assert explainer.get_feature_names_out(["wave", "noise"]).tolist()[:3] == ["wave", "noise", "wave over 20 rows"]
    assert explainer.transform(matrix[:50]).shape == (50, len(explainer.model_.features))
    assert explainer.explain([]).values.shape == (0, len(explainer.model_.features))


def test_rows_without_the_column_that_says_when_are_refused(explainer: parsight.Explainer, odd: pd.DataFrame) -> None:
    with pytest.raises(parsight.InputError) as caught:
        explainer.explain(odd.drop(columns="Time"))
    assert caught.value.code == "HISTORY_COLUMN"
    with pytest.raises(parsight.InputError, match='no column "Machine" says which machine they are of'):
        explainer.explain(odd, context=odd.drop(columns="Machine"))
    with pytest.raises(parsight.InputError, match="window is about the past of rows"):
        parsight.Explainer(window="5m").fit(odd)


def test_a_model_without_a_past_looks_at_no_context(normal: pd.DataFrame) -> None:
    found = parsight.explain(normal.iloc[:500], normal.iloc[500:510], context=normal.iloc[:5], **FEW)
    assert found.to_ndjson() == parsight.explain(normal.iloc[:500], normal.iloc[500:510], **FEW).to_ndjson()
