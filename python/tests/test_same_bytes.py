"""What Python writes is what the command line writes, byte for byte: models, NDJSON and the report."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import parsight
from conftest import TANK, CommandLine, command_line, data_folder

QUICK = ["WBC", "wine", "Lymphography"]
QUICK_MIXED = ["taxis"]


def sets(name: str, quick: list[str]) -> list[object]:
    """A few of them; the others are marked, and run with PARSIGHT_SLOW=1."""
    folder = data_folder(name)
    found = [] if folder is None else sorted(path.name for path in folder.iterdir() if path.is_dir())
    return [each if each in quick else pytest.param(each, marks=pytest.mark.all_sets) for each in found]


@pytest.fixture(scope="module")
def tank(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What the command line says about the water tank, by name."""
    cli = command_line(tmp_path_factory.mktemp("tank"))
    model = cli.learn(TANK / "normal.csv")
    cli.run("report", "model.json", str(TANK / "anomalies.csv"), "-o", "report.html")
    report = (cli.folder / "report.html").read_text(encoding="utf-8")
    return {"model": model, "explanations": cli.explain(TANK / "anomalies.csv"), "report": report}


@pytest.mark.parametrize("engine", parsight.ENGINES)
def test_the_water_tank(
    tank: dict[str, str], normal: pd.DataFrame, anomalies: pd.DataFrame, engine: str, tmp_path: Path
) -> None:
    explainer = parsight.Explainer(engine=engine).fit(normal)
    assert explainer.model_.text == tank["model"]
    found = explainer.explain(anomalies)
    assert found.to_ndjson() == tank["explanations"]
    found.report(tmp_path / "ours.html", source="anomalies.csv")
    assert (tmp_path / "ours.html").read_text(encoding="utf-8") == tank["report"]


REVIEW = """
format: parsight-review
version: 1
approved:
  - antecedent:
      - {feature: Mode, in: [Auto]}
      - {feature: Outflow, min: 119.7, max: null}
    consequent: {feature: Valve, in: [Open]}
    antecedentCount: 700
    supportCount: 700
muted:
  - {feature: Level, when: [{feature: Time, min: null, max: 0}]}
  - {feature: Pressure, until: "2026-11-17"}
  - {feature: Temperature, until: "2026-11-16"}
"""


def test_a_review_means_the_same(cli: CommandLine, normal: pd.DataFrame, anomalies: pd.DataFrame) -> None:
    few = normal.iloc[:1500]
    few.to_csv(cli.folder / "few.csv", index=False)
    path = cli.folder / "tank.review.yaml"
    path.write_text(REVIEW, encoding="utf-8")
    reviewed = ["--review", str(path), "--today", "2026-11-17"]
    explainer = parsight.Explainer(review=path, today="2026-11-17").fit(few)
    assert explainer.model_.text == cli.learn(cli.folder / "few.csv", *reviewed)
    found = explainer.explain(anomalies)
    assert found.to_ndjson() == cli.explain(TANK / "anomalies.csv", *reviewed)
    assert sum(each.muted or 0 for each in found) > 0
    np.testing.assert_allclose(explainer.transform(anomalies), found.values)
    assert found.rules(source="approved")["feature"].tolist() == ["Valve"]


def test_options_mean_the_same(cli: CommandLine, normal: pd.DataFrame, anomalies: pd.DataFrame) -> None:
    few = normal.iloc[:1500]
    few.to_csv(cli.folder / "few.csv", index=False)
    explainer = parsight.Explainer(
        exclude=["Mode"], min_confidence=0.95, trees=4, neighbours=200, top=2, min_strength=0.99, verify=True
    ).fit(few)
    learnt = ["--exclude", "Mode", "--min-confidence", "0.95", "--trees", "4", "--neighbours", "200"]
    assert explainer.model_.text == cli.learn(cli.folder / "few.csv", *learnt)
    explained = ["--top", "2", "--min-strength", "0.99", "--verify"]
    assert explainer.explain(anomalies).to_ndjson() == cli.explain(TANK / "anomalies.csv", *explained)


@pytest.mark.parametrize("name", sets("perturbed", QUICK))
def test_a_public_set(cli: CommandLine, name: str) -> None:
    folder = data_folder("perturbed")
    assert folder is not None
    compare(cli, folder / name)


@pytest.mark.parametrize("name", sets("mixed", QUICK_MIXED))
def test_a_mixed_table(cli: CommandLine, name: str) -> None:
    folder = data_folder("mixed")
    assert folder is not None
    compare(cli, folder / name)


def compare(cli: CommandLine, folder: Path) -> None:
    train, rows = (read_alike(folder / f"{name}.csv") for name in ("train", "perturbed"))
    explainer = parsight.Explainer().fit(train)
    assert explainer.model_.text == cli.learn(folder / "train.csv")
    assert explainer.explain(rows).to_ndjson() == cli.explain(folder / "perturbed.csv")


#: Words for missing as the command line knows them, in all columns and among numbers (core/table/missing-words.ts).
MISSING = ["", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "\\N"]
MISSING_NUMBER = ["na", "None", "none", "NaT", "-", "--", "?", "."]


def read_alike(path: Path) -> pd.DataFrame:
    """A frame with the cells as the command line reads them: pandas has a list of words of its own."""
    frame = pd.read_csv(path, keep_default_na=False, na_values=MISSING)
    for name in frame.select_dtypes(exclude="number"):
        numbers = pd.to_numeric(frame[name].replace(MISSING_NUMBER, None), errors="coerce")
        if (numbers.notna() | frame[name].isin(MISSING_NUMBER) | frame[name].isna()).all() and numbers.notna().any():
            frame[name] = numbers
    return frame
