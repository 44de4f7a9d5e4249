"""The explainer, as scikit-learn has it: constructor arguments, fit, and then explain."""

from __future__ import annotations

import datetime
import inspect
import os
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from .engine import get_engine
from .errors import InputError
from .explaining import Asked, Explained, Runner, explain_table, table_to_explain
from .explanations import Explanations
from .flags import anomaly_rows
from .frames import as_table
from .model import Model, learn_model, warn_all
from .options import explain_options, learn_options
from .past import with_past
from .progress import progress_bar
from .review import Review, read_review
from .scikit_learn import as_output, check_output, make_tags, not_fitted
from .table import NumberColumn, Table, rename_columns

#: So many explanations are also written at once; of more, texts are written when they are asked for.
_LINES_AT_ONCE = 2000
#: rows × columns² above which learning in threads pays, as in src/node/threads/learn-table.ts.
_SHORT_WORK = 6_000_000


class Explainer:
    """Learns rules from normal rows and says which feature of an odd row is wrong, why, and what it should have been.

    Follows scikit-learn: all options are constructor arguments with the names of the command line (`--min-support` is
    `min_support`); None takes the default. `normal` is a pair, column and value: learn only from rows that have it.
    `review` is a review file, or its text: muted suspects are passed over, approved rules are counted anew and shown
    first. Its decisions are asked on the day `today`, by default the day it is, in UTC.

    `history=True` looks at the past of each row as well, over a `window` ("5m", "20 rows"); `time` names the column
    that says when rows were, `by` the one that tells machines apart, each of which has a past of its own.

    `engine` is "mini-racer" (V8 in this process) or "node" (`pip install 'parsight[node]'`); without it the
    environment variable PARSIGHT_ENGINE decides. `n_jobs` bounds how many cores work; without it as many as pay.
    `progress` draws a bar for long work: True, False, or, by default, where somebody looks.

    >>> import parsight
    >>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    >>> explainer = parsight.Explainer(top=1).fit(normal)
    >>> explainer.model_.features
    ['level', 'pump']
    >>> print(explainer.explain([{"level": 3, "pump": "none"}])[0].suspect)
    pump
    """

    model_: Model
    n_features_in_: int
    feature_names_in_: NDArray[Any]
    _estimator_type: ClassVar[str] = "transformer"
    #: Set by `set_output`; by this name scikit-learn carries it over to a clone.
    _sklearn_output_config: dict[str, str]

    def __init__(
        self,
        *,
        preset: str | None = None,
        normal: tuple[str, Any] | None = None,
        strict: bool | None = None,
        exclude: Sequence[str] | None = None,
        numeric: Sequence[str] | None = None,
        categorical: Sequence[str] | None = None,
        min_support: float | None = None,
        min_confidence: float | None = None,
        confidence_weight: float | None = None,
        max_predicates: int | None = None,
        cells: int | None = None,
        cutoffs: str | None = None,
        redundancy: str | None = None,
        trees: int | None = None,
        neighbours: int | None = None,
        max_rules: int | None = None,
        contamination: float | None = None,
        seed: int | None = None,
        order: str | None = None,
        time: str | None = None,
        history: bool | None = None,
        window: str | None = None,
        by: str | None = None,
        method: str | None = None,
        top: int | None = None,
        min_strength: float | None = None,
        verify: bool | None = None,
        id: Sequence[str] | None = None,
        sets: str | None = None,
        review: str | os.PathLike[str] | None = None,
        today: str | datetime.date | None = None,
        engine: str | None = None,
        n_jobs: int | None = None,
        progress: bool | None = None,
    ) -> None:
        self.preset = preset
        self.normal = normal
        self.strict = strict
        self.exclude = exclude
        self.numeric = numeric
        self.categorical = categorical
        self.min_support = min_support
        self.min_confidence = min_confidence
        self.confidence_weight = confidence_weight
        self.max_predicates = max_predicates
        self.cells = cells
        self.cutoffs = cutoffs
        self.redundancy = redundancy
        self.trees = trees
        self.neighbours = neighbours
        self.max_rules = max_rules
        self.contamination = contamination
        self.seed = seed
        self.order = order
        self.time = time
        self.history = history
        self.window = window
        self.by = by
        self.method = method
        self.top = top
        self.min_strength = min_strength
        self.verify = verify
        self.id = id
        self.sets = sets
        self.review = review
        self.today = today
        self.engine = engine
        self.n_jobs = n_jobs
        self.progress = progress

    @classmethod
    def from_model(cls, model: Model, **options: Any) -> Explainer:
        """An explainer of a model that was learnt elsewhere, such as by the command line."""
        explainer = cls(**options)
        explainer.model_ = model
        explainer.n_features_in_ = len(model.recorded_features)
        explainer.feature_names_in_ = np.asarray(model.recorded_features, dtype=object)
        return explainer

    def fit(self, X: Any, y: Any = None) -> Explainer:
        """Learns from normal rows. `y` is not looked at; it is there for pipelines."""
        del y
        table = as_table(X)
        if table.row_count > 0 and not table.columns:
            raise InputError("TABLE_INVALID", "the table has no columns to learn from", "Give at least one column.")
        arguments = {"options": learn_options(self._params(self._review()))}
        runner = self._runner()
        threads = runner.jobs() if table.row_count * len(table.columns) ** 2 > _SHORT_WORK else None
        engine = get_engine(self.engine)
        with progress_bar(self.progress) as progress:
            self.model_ = learn_model(
                engine, arguments, table, progress.watch(), threads if engine.name == "node" else None
            )
        self.n_features_in_ = len(table.columns)
        if table.has_text_names:
            self.feature_names_in_ = np.asarray(table.names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        warn_all(self.model_._info["warnings"])  # pyright: ignore[reportPrivateUsage]
        return self

    def explain(self, X: Any, *, context: Any = None) -> Explanations:
        """Explains the rows of a frame; where `min_strength` is set, those that are at least so strange.

        `context` is a frame of other rows, such as earlier ones, that tell about the past of these: for models learnt
        with `history`, which look at all rows of both.
        """
        return self._explain(self._read_with_past(X, context), are_chosen=False)

    def explain_anomalies(self, X: Any, detector: Any, *, context: Any = None) -> Explanations:
        """Explains the rows that a detector flags.

        `detector` is fitted and has `predict`, by which scikit-learn answers −1 and PyOD 1 for an anomaly; or it is a
        mask, or labels of either kind. Rows that are not flagged are still the past of others; `context` as of
        `explain`.
        """
        table = self._read_with_past(X, context)
        return self._explain(table.take(anomaly_rows(X, detector, table.row_count)), are_chosen=True)

    def transform(self, X: Any) -> Any:
        """The blame matrix of all rows, rows × features, as `Explanations.values`; see `set_output`."""
        review = self._review()
        options = explain_options({**self._params(review), "min_strength": None, "verify": None})
        rows = table_to_explain(self._read_with_past(X), self.model_, options, review.columns)
        blame = explain_table(self.model_, rows, options, self._runner()).blame
        wanted = getattr(self, "_sklearn_output_config", {}).get("transform")
        return as_output(blame, self.model_.features, rows.index, wanted)

    def set_output(self, *, transform: str | None = None) -> Explainer:
        """What `transform` gives: a matrix ("default"), or a frame ("pandas", "polars") with names and index."""
        if transform is not None:
            check_output(transform)
            self._sklearn_output_config = {"transform": transform}
        return self

    def fit_transform(self, X: Any, y: Any = None) -> Any:
        """Learns from rows and gives their blame matrix."""
        return self.fit(X, y).transform(X)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """The features, as the columns of what `transform` gives; `input_features` names columns that had no names."""
        self._require_fit()
        names = self.model_.features
        if input_features is not None and not hasattr(self, "feature_names_in_"):
            called = {f"x{place}": str(name) for place, name in enumerate(input_features)}
            names = [name.replace(sensor, called[sensor], 1) for name, sensor in self.model_.sensors.items()]
        return np.asarray(names, dtype=object)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The constructor's arguments."""
        del deep
        return {name: getattr(self, name) for name in _PARAMETERS}

    def set_params(self, **params: Any) -> Explainer:
        """Sets some of the constructor's arguments."""
        for name, value in params.items():
            if name not in _PARAMETERS:
                raise ValueError(
                    f"Invalid parameter {name!r} for estimator {self!r}. Valid parameters are: {list(_PARAMETERS)!r}."
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        params = [f"{name}={value!r}" for name, value in self.get_params().items() if value is not None]
        return f"Explainer({', '.join(params)})"

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "model_")

    def __sklearn_tags__(self) -> Any:
        return make_tags()

    def _runner(self) -> Runner:
        return Runner(self.engine, self.n_jobs, self.progress)

    def _review(self) -> Review:
        return read_review(self.review, self.today, self.engine)

    def _params(self, review: Review) -> dict[str, Any]:
        """The arguments, with the review as it is on this day."""
        return {**self.get_params(), "review": review.decisions}

    def _require_fit(self) -> None:
        if not hasattr(self, "model_"):
            raise not_fitted(type(self).__name__)

    def _read(self, X: Any) -> Table:
        """The rows to explain; columns without names are those of learning, in their order."""
        self._require_fit()
        table = as_table(X)
        if table.row_count == 0 and not table.columns:  # an empty list: no row, so no name either
            names = [*self.model_.recorded_features, *(self.model_.past_columns or [])]
            return Table(0, [NumberColumn(name, np.empty(0)) for name in dict.fromkeys(names)])
        if table.has_text_names:
            return table
        if len(table.columns) != self.n_features_in_:
            raise InputError(
                "FEATURE_MISSING",
                f"X has {len(table.columns)} features, but Explainer is expecting {self.n_features_in_} features as "
                "input",
                "Give the columns that it was fitted with, in their order, or a frame with their names.",
            )
        called = getattr(self, "feature_names_in_", None)
        return table if called is None else rename_columns(table, [str(name) for name in called])

    def _read_with_past(self, X: Any, context: Any = None) -> Table:
        table = self._read(X)
        others = None if context is None else self._read(context)
        return with_past(self.model_, table, explain_options({"time": self.time}), others, engine=self.engine)

    def _explain(self, table: Table, *, are_chosen: bool) -> Explanations:
        review = self._review()
        asked = Asked(table, explain_options(self._params(review)), review.columns, are_chosen)
        rows = asked.rows(self.model_)
        lines = "explanations" if rows.row_count <= _LINES_AT_ONCE else "none"
        explained: Explained = explain_table(self.model_, rows, asked.options, self._runner(), lines)
        warn_all(explained.warnings)
        return Explanations(self.model_, asked, self._runner(), rows, explained)


_PARAMETERS = tuple(name for name in inspect.signature(Explainer.__init__).parameters if name != "self")


def explain(normal: Any, rows: Any, *, context: Any = None, **options: Any) -> Explanations:
    """Learns from normal rows and explains others, in one call; options are those of `Explainer`.

    `context` as of `Explainer.explain`.

    >>> import parsight
    >>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    >>> parsight.explain(normal, [{"level": 3, "pump": "none"}])[0].suspects[0].suggested
    'on'
    """
    return Explainer(**options).fit(normal).explain(rows, context=context)
