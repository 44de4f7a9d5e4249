"""The interface that people know from scikit-learn, and detectors of others."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import IsolationForest
from sklearn.exceptions import NotFittedError
from sklearn.impute import SimpleImputer
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import parsight


def test_the_checks_of_scikit_learn_pass() -> None:
    results = check_estimator(parsight.Explainer(), on_fail=None, on_skip=None)
    failed = {each["check_name"]: repr(each["exception"]) for each in results if each["status"] == "failed"}
    assert failed == {}
    passed = [each for each in results if each["status"] == "passed"]
    assert len(passed) >= 30


def test_clone_copies_parameters_alone(explainer: parsight.Explainer) -> None:
    copy = clone(parsight.Explainer(top=2, exclude=["Mode"]))
    assert (copy.top, copy.exclude, repr(copy)) == (2, ["Mode"], "Explainer(exclude=['Mode'], top=2)")
    assert not hasattr(clone(explainer), "model_")
    with pytest.raises(NotFittedError):
        clone(explainer).explain([{"a": 1}])
    with pytest.raises(ValueError, match="Invalid parameter 'topp'"):
        copy.set_params(topp=1)


def test_names_of_features_are_remembered(explainer: parsight.Explainer, normal: pd.DataFrame) -> None:
    assert explainer.feature_names_in_.tolist() == normal.columns.tolist()
    assert explainer.n_features_in_ == normal.shape[1]
    assert explainer.get_feature_names_out().tolist() == [name for name in normal.columns if name != "Time"]


def test_a_pipeline_ends_in_an_explainer(normal: pd.DataFrame) -> None:
    numbers = normal.select_dtypes("number").iloc[:1000]
    imputer = SimpleImputer().set_output(transform="pandas")
    pipeline = Pipeline([("fill", imputer), ("explain", parsight.Explainer())]).fit(numbers)
    values = pipeline.transform(numbers.iloc[:5])
    assert values.shape == (5, numbers.shape[1])
    np.testing.assert_allclose(values.sum(axis=1), 1)
    found = pipeline[-1].explain(pipeline[:-1].transform(numbers.iloc[:5]))
    np.testing.assert_array_equal(found.values, values)


def test_a_pipeline_gives_frames_where_it_is_asked_to(normal: pd.DataFrame) -> None:
    numbers = normal.select_dtypes("number").iloc[:300].set_axis(pd.RangeIndex(300, 600))
    pipeline = make_pipeline(SimpleImputer(), parsight.Explainer()).fit(numbers)
    assert pipeline.get_feature_names_out().tolist() == numbers.columns.tolist()
    frame = clone(pipeline.set_output(transform="pandas")).fit_transform(numbers)
    assert (frame.columns.tolist(), frame.index.equals(numbers.index)) == (numbers.columns.tolist(), True)
    np.testing.assert_array_equal(frame.to_numpy(), parsight.Explainer().fit_transform(numbers))
    assert parsight.Explainer().set_output(transform="polars").fit_transform(numbers).columns == list(numbers.columns)
    with pytest.raises(parsight.InputError, match="transform must be one of default, pandas, polars"):
        parsight.Explainer().set_output(transform="arrow")


def test_numbers_without_names_are_the_columns_of_learning(normal: pd.DataFrame) -> None:
    numbers = normal.select_dtypes("number").iloc[:800]
    explainer = parsight.Explainer().fit(numbers)
    np.testing.assert_array_equal(
        explainer.explain(numbers.iloc[:3].to_numpy()).values, explainer.explain(numbers.iloc[:3]).values
    )
    with pytest.raises(parsight.InputError, match="X has 2 features, but Explainer is expecting 9 features as input"):
        explainer.explain(numbers.iloc[:3, :2].to_numpy())


def test_the_index_is_kept(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    rows = anomalies.assign(Time=pd.to_datetime(anomalies["Time"])).set_index("Time", drop=False)
    found = explainer.explain(rows)
    table = found.to_pandas()
    assert table.index.equals(rows.index)
    assert rows.join(table, how="inner").shape[0] >= len(rows)
    assert found[7].label == rows.index[7]
    levels = rows.set_index([rows.index, "Mode"], drop=False).rename_axis(["when", "how"]).iloc[:5]
    assert explainer.explain(levels).to_pandas().index.equals(levels.index)
    assert explainer.explain(levels).to_pandas().index.names == ["when", "how"]
    flagged = explainer.explain_anomalies(rows, rows["Level"] > 12)
    assert flagged.to_pandas().index.equals(rows.index[rows["Level"] > 12])
    assert [each.row for each in flagged] == np.flatnonzero(rows["Level"] > 12).tolist()


def test_detectors_of_scikit_learn_answer_minus_one(
    explainer: parsight.Explainer, normal: pd.DataFrame, anomalies: pd.DataFrame
) -> None:
    numeric = normal.select_dtypes("number")
    detector = make_pipeline(IsolationForest(random_state=0, n_estimators=20)).fit(numeric)
    found = explainer.explain_anomalies(anomalies, detector)
    assert found.rows.tolist() == np.flatnonzero(detector.predict(anomalies[numeric.columns]) == -1).tolist()
    assert len(found) > 0


def test_detectors_of_pyod_answer_one(
    explainer: parsight.Explainer, normal: pd.DataFrame, anomalies: pd.DataFrame
) -> None:
    ecod = pytest.importorskip("pyod.models.ecod")
    numeric = normal.select_dtypes("number")
    detector = ecod.ECOD(contamination=0.01).fit(numeric)
    mask = detector.predict(anomalies[numeric.columns]) == 1
    found = explainer.explain_anomalies(anomalies, mask)
    assert found.rows.tolist() == np.flatnonzero(mask).tolist()
    assert explainer.explain_anomalies(anomalies, mask.astype(int)).to_ndjson() == found.to_ndjson()


class Always:
    """A detector of one opinion."""

    def __init__(self, label: int) -> None:
        self.label = label

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.label)


class PyodLike(Always):
    decision_scores_ = np.zeros(1)


@pytest.mark.parametrize(("detector", "count"), [(Always(-1), 4), (Always(1), 0), (PyodLike(1), 4), (PyodLike(0), 0)])
def test_a_detector_of_one_opinion_is_understood(
    explainer: parsight.Explainer, anomalies: pd.DataFrame, detector: Always, count: int
) -> None:
    assert len(explainer.explain_anomalies(anomalies.iloc[:4], detector)) == count


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([1, 1], "all labels are 1, which is normal to scikit-learn and an anomaly to PyOD"),
        ([1, 2], "labels are neither -1 and 1 nor 0 and 1: 1, 2"),
        ([-1, 0], "labels are neither -1 and 1 nor 0 and 1: -1, 0"),
        (["a", "b"], "labels are <U1, no numbers"),
        ([True], "there are labels of shape (1,) for 2 rows"),
    ],
)
def test_labels_that_can_be_misread_are_refused(
    explainer: parsight.Explainer, anomalies: pd.DataFrame, labels: Any, message: str
) -> None:
    with pytest.raises(parsight.InputError) as caught:
        explainer.explain_anomalies(anomalies.iloc[:2], labels)
    assert caught.value.message == message


def test_labels_go_by_the_index_or_are_refused(explainer: parsight.Explainer, anomalies: pd.DataFrame) -> None:
    mask = anomalies["Level"] > 12
    with pytest.raises(parsight.InputError, match="TABLE_INVALID: the labels have another index than the frame"):
        explainer.explain_anomalies(anomalies, mask.sample(frac=1, random_state=0))
    unknown = mask.astype("boolean")
    unknown.iloc[7] = pd.NA
    with pytest.raises(parsight.InputError, match="OPTION_TYPE: labels are missing, the first in row 7"):
        explainer.explain_anomalies(anomalies, unknown)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"normal": "Mode"}, "normal must be a pair, column and value, got 'Mode'"),
        ({"n_jobs": 0}, "n_jobs must be a whole number other than 0, got 0"),
        ({"n_jobs": "2"}, "n_jobs must be a whole number other than 0, got '2'"),
        ({"exclude": ["Mod"]}, 'there is no column "Mod"'),
    ],
)
def test_an_option_that_cannot_be_is_named(normal: pd.DataFrame, options: dict[str, Any], message: str) -> None:
    with pytest.raises(parsight.InputError) as caught:
        parsight.Explainer(**options).fit(normal.iloc[:300]).explain(normal.iloc[:1])
    assert caught.value.message == message
    assert caught.value.hint != ""


def test_one_call_does_it_all(normal: pd.DataFrame, anomalies: pd.DataFrame) -> None:
    found = parsight.explain(normal.iloc[:2000], anomalies.iloc[:3], top=1)
    assert found[0].suspect == "Level"
