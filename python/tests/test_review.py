"""A review given as a file or as a text, and on which day it is asked."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import parsight

MUTED = """
format: parsight-review
version: 1
muted:
  - {feature: Level, until: "2026-11-17"}
"""


def reviewed(explainer: parsight.Explainer, rows: pd.DataFrame, **options: Any) -> parsight.Explanation:
    return parsight.Explainer.from_model(explainer.model_, **options).explain(rows.iloc[:1])[0]


@pytest.mark.parametrize("engine", parsight.ENGINES)
def test_a_muted_suspect_is_passed_over_and_counted(
    explainer: parsight.Explainer, anomalies: pd.DataFrame, tmp_path: Path, engine: str
) -> None:
    (tmp_path / "tank.review.yaml").write_text(MUTED, encoding="utf-8")
    assert reviewed(explainer, anomalies).suspect == "Level"
    assert reviewed(explainer, anomalies).muted is None
    for given in (MUTED, tmp_path / "tank.review.yaml", str(tmp_path / "tank.review.yaml")):
        found = reviewed(explainer, anomalies, review=given, today="2026-11-17", engine=engine)
        assert (found.suspect != "Level", found.muted) == (True, 1)
        assert found.text.endswith("The review mutes 1 suspect here.")
        assert "Level" not in [each.feature for each in found.suspects]


def ends_later() -> int:
    return int(datetime.datetime.now(datetime.timezone.utc).date() <= datetime.date(2026, 11, 17))


def test_a_decision_ends_on_its_day(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    days = ("2026-11-17", datetime.date(2026, 11, 17), datetime.datetime(2026, 11, 17, 23), "2026-11-18", None)
    before = ends_later()
    *named, today = [reviewed(explainer, anomalies, review=MUTED, today=day).muted for day in days]
    assert named == [1, 1, 1, 0]
    assert today in {before, ends_later()}  # midnight may have passed


def test_a_matrix_of_blame_is_reviewed_as_words_are(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    one = parsight.Explainer.from_model(explainer.model_, review=MUTED, today="2026-11-17")
    values = one.transform(anomalies.iloc[:30])
    np.testing.assert_array_equal(values, one.explain(anomalies.iloc[:30]).values)
    np.testing.assert_allclose(values.sum(axis=1), 1)
    assert (values[:, one.model_.features.index("Level")] == 0).all()


@pytest.mark.parametrize(
    ("given", "code", "message"),
    [
        ("none.yaml", "REVIEW_MISSING", "there is no review file none.yaml"),
        ("a: 1\nb: 2\n", "REVIEW_FORMAT", "the review: this is not a parsight review: its format is undefined"),
        ('{"format": "x"}', "REVIEW_FORMAT", 'the review: this is not a parsight review: its format is "x"'),
    ],
)
def test_what_is_no_review_is_said(explainer: parsight.Explainer, given: str, code: str, message: str) -> None:
    with pytest.raises(parsight.InputError) as caught:
        parsight.Explainer.from_model(explainer.model_, review=given).explain([{"Level": 1}])
    assert (caught.value.code, caught.value.message) == (code, message)
    assert caught.value.hint != ""


def test_a_day_that_the_calendar_lacks_is_refused(explainer: parsight.Explainer) -> None:
    with pytest.raises(parsight.InputError, match='DAY_FORM: today must be a day, got "2026-02-30"'):
        parsight.Explainer.from_model(explainer.model_, review=MUTED, today="2026-02-30").explain([{"Level": 1}])
