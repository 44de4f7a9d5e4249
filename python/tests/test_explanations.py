"""What explanations are made into: objects, tables, pictures, files."""

from __future__ import annotations

import pickle
import re
from pathlib import Path
from typing import Any

import joblib
import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

import parsight

mpl.use("Agg")


@pytest.fixture(scope="module")
def found(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> parsight.Explanations:
    return explainer.explain(anomalies.iloc[:40])


def test_an_explanation_is_an_object(found: parsight.Explanations) -> None:
    first = found[0]
    assert (first.row, first.label, first.suspect, first.time) == (0, 0, "Level", "2026-05-10T22:52:00Z")
    assert first.suspects[0].observed == 12.5
    assert first.suspects[0].rule is not None
    assert first.suspects[0].rule.text in first.data["rules"][0]["text"]
    assert str(first) == first.text == found.text[0]
    assert sum(each.blame for each in first.suspects) == pytest.approx(1)
    assert len(found[2:5]) == 3
    assert found[-1].row == 39
    with pytest.raises(IndexError, match="there are 40 explanations, got 40"):
        found[40]
    with pytest.raises(IndexError, match="there are 40 explanations, got -41"):
        found.plot(-41)
    again = pickle.loads(pickle.dumps(first))
    assert again == first
    assert (repr(again), again._repr_html_()) == ("<parsight.Explanation of row 0: Level>", f"<p>{first.text}</p>")


def test_values_are_blame_by_feature(found: parsight.Explanations) -> None:
    assert found.values.shape == (40, len(found.feature_names))
    np.testing.assert_allclose(found.values.sum(axis=1), 1)
    for place in (0, 11, 39):
        blame = {each.feature: each.blame for each in found[place].suspects}
        assert found.values[place].tolist() == [blame[name] for name in found.feature_names]


def test_a_frame_of_rows_and_one_of_suspects(found: parsight.Explanations) -> None:
    rows = found.to_pandas()
    assert rows.shape[0] == 40
    assert rows.columns.tolist()[:4] == ["suspect", "observed", "expected", "suggested"]
    assert rows["suspect"].tolist() == [each.suspect for each in found]
    suspects = found.to_pandas("suspects")
    assert suspects["rank"].min() == 1
    assert len(suspects) > 40
    with pytest.raises(ValueError, match='kind must be "rows" or "suspects"'):
        found.to_pandas("all")  # type: ignore[arg-type]


def test_many_rows_are_written_when_they_are_asked_for(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    many = pd.concat([anomalies] * 8, ignore_index=True)
    lazy = explainer.explain(many)
    assert lazy._lines is None
    lines = lazy.to_ndjson().splitlines()
    assert len(lines) == len(many)
    assert lazy[2300].data == {**explainer.explain(many.iloc[[2300]])[0].data, "row": 2300}
    assert lazy[299].text == explainer.explain(anomalies)[299].text


def test_several_engines_give_what_one_gives(normal: pd.DataFrame, explainer: parsight.Explainer) -> None:
    one = parsight.Explainer.from_model(explainer.model_, n_jobs=1).explain(normal)
    two = parsight.Explainer.from_model(explainer.model_, n_jobs=2).explain(normal)
    np.testing.assert_array_equal(one.values, two.values)
    np.testing.assert_array_equal(one.rows, two.rows)


def test_rows_that_are_not_strange_are_left_out(
    explainer: parsight.Explainer, normal: pd.DataFrame, anomalies: pd.DataFrame
) -> None:
    strict = parsight.Explainer.from_model(explainer.model_, min_strength=0.99)
    rows = pd.concat([normal.iloc[:60], anomalies.iloc[:5]])
    found = strict.explain(rows)
    assert 0 < len(found) < 30
    assert (found.strength >= 0.99).all()
    assert [each.row for each in found] == found.rows.tolist()
    assert found.to_pandas().index.tolist() == rows.index[found.rows].tolist()
    assert strict.transform(rows).shape[0] == len(rows)


def test_a_summary_groups_rows_of_one_cause(found: parsight.Explanations) -> None:
    summary = found.summary()
    assert summary.rows == 40
    assert sum(group["count"] for group in summary.groups) == 40
    assert summary.to_pandas()["count"].sum() == 40
    assert str(summary).startswith("# 40 rows explained")


def test_rules_are_a_frame(found: parsight.Explanations) -> None:
    rules = found.rules(feature="Valve", limit=5)
    assert len(rules) == 5
    assert set(rules["feature"]) == {"Valve"}
    assert rules["score"].is_monotonic_decreasing
    with pytest.raises(parsight.InputError, match="Valv"):
        found.rules(feature="Valv")


def test_pictures_are_drawn(found: parsight.Explanations, tmp_path: Path) -> None:
    for place in range(0, 40, 8):
        figure = found.plot(place)
        assert len(figure.axes) == 2
    assert found.plot_summary().axes[0].get_xlabel() == "mean blame over 40 rows"
    figure.savefig(tmp_path / "row.png")
    assert (tmp_path / "row.png").stat().st_size > 5000


@pytest.mark.parametrize("style", ["default", "dark_background", "Solarize_Light2"])
def test_words_in_pictures_stand_out_from_the_ground(found: parsight.Explanations, style: str) -> None:
    with plt.style.context(style):
        figures = [found.plot(place) for place in (0, 8)] + [found.plot_summary()]
    for ax in [ax for figure in figures for ax in figure.axes]:
        ground = luminance(ax.get_facecolor())
        for text in ax.texts:
            lighter, darker = sorted((luminance(text.get_color()), ground), reverse=True)
            assert (lighter + 0.05) / (darker + 0.05) > 4.5, text.get_text()


def luminance(colour: Any) -> float:
    """Relative luminance, as the guidelines for accessible content define it."""
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in to_rgb(colour)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_a_notebook_shows_cards_without_network(found: parsight.Explanations) -> None:
    html = found._repr_html_()
    assert html.count("<article>") == 5
    assert html.count("<svg") >= 3
    assert "here are the 5 strangest" in html
    assert not re.search(r"https?://|<script|@import|url\(", html)
    assert "light-dark(" in html
    assert found[3]._repr_html_().count("<article>") == 1


def test_text_of_the_data_never_becomes_markup() -> None:
    rows = [{"<b>level": i % 20, "pump": "<script>x</script>" if i % 20 < 10 else "off"} for i in range(300)]
    html = parsight.explain(rows, [{"<b>level": 3, "pump": "off"}, {"<b>level": 15, "pump": "<img>"}])._repr_html_()
    assert "<script" not in html
    assert "<img" not in html
    assert "<b>" not in html
    assert "&lt;b&gt;level" in html


def test_no_rows_are_no_explanations(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    none = explainer.explain_anomalies(anomalies, np.zeros(len(anomalies), dtype=bool))
    assert (len(none), none.values.shape[0], none.to_ndjson(), none.text) == (0, 0, "", [])
    assert len(none.to_pandas()) == 0
    assert "No row was to be explained." in none._repr_html_()


def test_a_model_is_saved_and_loaded_as_everywhere(explainer: parsight.Explainer, tmp_path: Path) -> None:
    model = explainer.model_
    for name in ("model.json", "model.json.gz"):
        model.save(tmp_path / name)
        again = parsight.Model.load(tmp_path / name)
        assert again == model
        assert again.features == model.features
    assert (tmp_path / "model.json").read_text(encoding="utf-8") == model.text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model.json", "model.json.gz"]
    with pytest.raises(parsight.InputError, match="MODEL_MISSING: there is no model file"):
        parsight.Model.load(tmp_path / "other.json")
    with pytest.raises(parsight.InputError, match="MODEL_IS_FOLDER"):
        parsight.Model.load(tmp_path)
    with pytest.raises(parsight.InputError, match=r"OUTPUT_FOLDER_MISSING: cannot write .*: there is no folder"):
        model.save(tmp_path / "none" / "model.json")
    (tmp_path / "cut.json.gz").write_bytes((tmp_path / "model.json.gz").read_bytes()[:1000])
    with pytest.raises(parsight.InputError, match="MODEL_NOT_GZIP"):
        parsight.Model.load(tmp_path / "cut.json.gz")
    (tmp_path / "broken.json").write_text(model.text.replace('"rowCount":2000', '"rowCount":2001'), encoding="utf-8")
    with pytest.raises(parsight.InputError) as caught:
        parsight.Model.load(tmp_path / "broken.json")
    assert caught.value.code.startswith("MODEL_")


def test_pickle_and_joblib_carry_the_text(
    explainer: parsight.Explainer, found: parsight.Explanations, anomalies: pd.DataFrame, tmp_path: Path
) -> None:
    again = pickle.loads(pickle.dumps(explainer))
    assert again.model_.text == explainer.model_.text
    assert again.explain(anomalies.iloc[:40]).to_ndjson() == found.to_ndjson()
    joblib.dump(explainer, tmp_path / "explainer.joblib")
    assert joblib.load(tmp_path / "explainer.joblib").model_ == explainer.model_
    assert pickle.loads(pickle.dumps(found)).to_ndjson() == found.to_ndjson()
