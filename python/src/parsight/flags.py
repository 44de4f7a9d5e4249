"""Which rows a detector flags: by its `predict`, by a mask, or by labels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import InputError
from .frames.values import is_missing

_WHAT_TO_GIVE = "Give a fitted detector with predict, a mask of True and False, or labels: -1 and 1, or 0 and 1."


def anomaly_rows(frame: Any, detector: Any, row_count: int) -> NDArray[np.intp]:
    """Places of the flagged rows, ascending."""
    has_predict = callable(getattr(detector, "predict", None))
    if not has_predict:
        _refuse_other_index(frame, detector)
    labels = np.asarray(detector.predict(_columns_for(detector, frame)) if has_predict else detector)
    if labels.ndim == 2 and labels.shape[1] == 1:
        labels = labels[:, 0]
    if labels.ndim != 1 or len(labels) != row_count:
        raise InputError(
            "COLUMN_LENGTH", f"there are labels of shape {labels.shape} for {row_count} rows", _WHAT_TO_GIVE
        )
    return np.flatnonzero(_is_anomaly(labels, detector if has_predict else None))


def _columns_for(detector: Any, frame: Any) -> Any:
    """A detector that knows its columns by name gets these alone."""
    names = getattr(detector, "feature_names_in_", None)
    if names is None or not hasattr(frame, "columns"):
        return frame
    return frame[list(names)] if all(name in list(frame.columns) for name in names) else frame


def _refuse_other_index(frame: Any, labels: Any) -> None:
    """Labels are taken by place; pandas would take them by index, and who has both expects the same."""
    are_pandas = all(type(each).__module__.startswith("pandas") for each in (frame, labels))
    if are_pandas and hasattr(labels, "index") and len(labels) == len(frame) and not labels.index.equals(frame.index):
        raise InputError(
            "TABLE_INVALID",
            "the labels have another index than the frame",
            "Give labels.reindex(frame.index), or labels.to_numpy() to take them by place.",
        )


def _is_anomaly(labels: NDArray[Any], detector: Any) -> NDArray[np.bool_]:
    if labels.dtype == np.bool_:
        return labels
    if labels.dtype == object and any(is_missing(label) for label in labels):
        first = next(row for row, label in enumerate(labels) if is_missing(label))
        raise InputError(
            "OPTION_TYPE", f"labels are missing, the first in row {first}", "Fill them: labels.fillna(False)."
        )
    try:
        found = {float(label) for label in np.unique(labels)}
    except (TypeError, ValueError) as error:
        raise InputError("OPTION_TYPE", f"labels are {labels.dtype}, no numbers", _WHAT_TO_GIVE) from error
    if not found <= {-1.0, 0.0, 1.0} or {-1.0, 0.0} <= found:
        some = ", ".join(f"{label:g}" for label in sorted(found)[:5])
        raise InputError("OPTION_CHOICE", f"labels are neither -1 and 1 nor 0 and 1: {some}", _WHAT_TO_GIVE)
    if -1.0 in found:
        return np.asarray(labels == -1)
    if found == {1.0}:  # all normal to scikit-learn, all anomalies to PyOD
        return np.full(len(labels), _ones_are_anomalies(detector))
    return np.asarray(labels == 1)


def _ones_are_anomalies(detector: Any) -> bool:
    if detector is None:
        raise InputError(
            "OPTION_CHOICE",
            "all labels are 1, which is normal to scikit-learn and an anomaly to PyOD",
            "Give a mask: labels == -1, or labels == 1.",
        )
    return hasattr(detector, "decision_scores_") or type(detector).__module__.startswith("pyod")
