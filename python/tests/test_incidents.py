"""Incidents of a frame, held against the command line, and what they are made into."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import parsight
from conftest import CommandLine


@pytest.fixture(scope="module")
def day(normal: pd.DataFrame) -> pd.DataFrame:
    """Normal rows with two drifting sensors and a lone spike; two machines take turns."""
    rows = normal.iloc[:400].copy()
    rows.loc[60:84, "Level"] += 14
    rows.loc[200:219, "Temperature"] = 88.0
    rows.loc[300, "Level"] = 31.5
    return rows.assign(Machine=np.where(np.arange(len(rows)) % 2 == 0, "A", "B"), Number=np.arange(len(rows)) % 2)


@pytest.fixture(scope="module")
def found(explainer: parsight.Explainer, day: pd.DataFrame) -> parsight.Incidents:
    return explainer.explain(day).incidents()


@pytest.mark.parametrize(
    ("options", "asked", "words"),
    [
        ({}, {}, []),
        ({"min_strength": 0.99}, {}, ["--min-strength", "0.99"]),
        ({"top": 2, "id": ["Number"]}, {"gap": "3 rows"}, ["--top", "2", "--id", "Number", "--gap", "3 rows"]),
        ({}, {"by": "Machine", "gap": "10m"}, ["--by", "Machine", "--gap", "10m"]),
        ({}, {"by": "Number"}, ["--by", "Number"]),
        ({"method": "paper"}, {}, ["--method", "paper"]),
    ],
)
def test_they_are_those_of_the_command_line(
    cli: CommandLine,
    explainer: parsight.Explainer,
    day: pd.DataFrame,
    options: dict[str, Any],
    asked: dict[str, Any],
    words: list[str],
) -> None:
    explainer.model_.save(cli.folder / "model.json")
    day.to_csv(cli.folder / "day.csv", index=False)
    found = parsight.Explainer.from_model(explainer.model_, **options).explain(day).incidents(**asked)
    told = ["explain", "model.json", "day.csv", "--incidents", *words]
    if words == []:
        assert found.to_ndjson() == cli.run(*told, "--format", "ndjson")
    assert found.to_json() == cli.run(*told, "--format", "json")
    assert len(found) == found.counts.incidents > 0


def test_rows_that_a_detector_flags_are_all_in_incidents(
    cli: CommandLine, explainer: parsight.Explainer, normal: pd.DataFrame
) -> None:
    rows = normal.iloc[4400:4600].reset_index(drop=True)  # one of them is strange, and that not much
    explainer.model_.save(cli.folder / "model.json")
    rows.assign(flag=-1).to_csv(cli.folder / "rows.csv", index=False)
    flagged = explainer.explain_anomalies(rows, np.full(len(rows), True)).incidents()
    words = ["explain", "model.json", "rows.csv", "--anomaly", "flag=-1", "--incidents", "--format", "json"]
    assert flagged.to_json() == cli.run(*words)
    all_rows = explainer.explain(rows).incidents()
    assert flagged.counts.passed_over == 0 < all_rows.counts.passed_over


def test_an_incident_is_an_object(found: parsight.Incidents, day: pd.DataFrame) -> None:
    level = next(each for each in found if each.first_row == 60)
    assert (level.count, level.last_row, level.suspect) == (25, 84, "Level")
    assert (level.start, level.end) == (day["Time"][60], day["Time"][84])
    assert level.what == "Level too high"
    assert level.suspects[0].accused <= level.count
    assert 0 < level.rules[0].broken <= level.count
    assert sum(phase.count for phase in level.phases) <= level.count
    assert level.rows[0].row == level.worst_row
    assert level.rows[0].strength == level.strength
    assert (str(level), level.by) == (level.text, None)
    assert repr(level) == f"<parsight.Incident {level.number}: {level.what}, 25 rows>"
    assert pickle.loads(pickle.dumps(found))[level.number] == level


def test_worst_rows_are_called_as_the_index_calls_them(explainer: parsight.Explainer, day: pd.DataFrame) -> None:
    moments = pd.to_datetime(day["Time"])
    for strength in (None, 0.99):
        one = parsight.Explainer.from_model(explainer.model_, min_strength=strength)
        for incident in one.explain(day.set_index(moments)).incidents():
            assert [row.label for row in incident.rows] == [moments[row.row] for row in incident.rows]


def test_a_frame_a_text_and_a_page(found: parsight.Incidents) -> None:
    frame = found.to_pandas()
    assert frame["incident"].tolist() == list(range(len(found)))
    assert frame["suspect"].tolist() == [each.suspect for each in found]
    assert frame["count"].sum() == found.counts.told
    assert str(found).startswith(f"{found.summary}\n0. {found[0].text}\n1. ")
    assert repr(found) == f"<parsight.Incidents: {found.summary}>"
    assert (len(found[:2]), found.text[-1]) == (2, found[-1].text)
    html = found._repr_html_()
    assert html.count("<article>") == min(10, len(found))
    assert found[0]._repr_html_().count("<article>") == 1
    assert "<script" not in html


def test_text_of_the_data_never_becomes_markup() -> None:
    rows = [{"<b>": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    told = parsight.explain(rows, [{"<b>": 300, "pump": "<img>"}], min_strength=0).incidents(by="pump")
    html = told._repr_html_()
    assert len(told) == 1
    assert not {"<b>", "<img>"} & {html[at : at + 5].split(">")[0] + ">" for at in range(len(html))}


def test_no_rows_are_no_incidents(explainer: parsight.Explainer, day: pd.DataFrame) -> None:
    none = explainer.explain(day.iloc[:0]).incidents()
    assert (len(none), none.to_ndjson(), none.to_pandas().shape[0]) == (0, "", 0)
    assert none.summary == "No incident in 0 rows."


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        ({"by": "Machin"}, "FEATURE_UNKNOWN", 'there is no column "Machin"'),
        ({"gap": "soon"}, "GAP_FORMAT", 'gap must be a length of time or a number of rows, got "soon"'),
    ],
)
def test_what_cannot_be_is_refused(
    explainer: parsight.Explainer, day: pd.DataFrame, asked: dict[str, str], code: str, message: str
) -> None:
    with pytest.raises(parsight.InputError) as caught:
        explainer.explain(day).incidents(**asked)
    assert (caught.value.code, caught.value.message) == (code, message)
    assert "Machine" in caught.value.hint or code == "GAP_FORMAT"


def test_the_report_tells_incidents_and_rows_left_out_as_the_command_line_does(
    cli: CommandLine, explainer: parsight.Explainer, day: pd.DataFrame, tmp_path: Path
) -> None:
    explainer.model_.save(cli.folder / "model.json")
    day.to_csv(cli.folder / "day.csv", index=False)
    words = ["report", "model.json", "day.csv", "-o", "theirs.html", "--min-strength", "0.95", "--by", "Machine"]
    cli.run(*words, "--gap", "20m")
    one = parsight.Explainer.from_model(explainer.model_, min_strength=0.95)
    one.explain(day).report(tmp_path / "ours.html", source="day.csv", by="Machine", gap="20m")
    assert (tmp_path / "ours.html").read_text("utf-8") == (cli.folder / "theirs.html").read_text("utf-8")
