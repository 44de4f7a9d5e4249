"""What scikit-learn asks of an estimator besides the usual methods; it is never loaded here unless it is there."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from .errors import InputError, NotFittedError
from .libraries import library
from .table import Numbers


def make_tags() -> Any:
    """A transformer of tables with missing values, text and categories, which needs no labels."""
    utils = library("sklearn.utils")
    return utils.Tags(
        estimator_type="transformer",
        target_tags=utils.TargetTags(required=False),
        transformer_tags=utils.TransformerTags(preserves_dtype=[]),
        input_tags=utils.InputTags(two_d_array=True, string=True, categorical=True, allow_nan=True),
        requires_fit=True,
    )


def not_fitted(name: str) -> Exception:
    """scikit-learn's own error where it is loaded, so that its tools know it."""
    message = f"This {name} instance is not fitted yet. Call 'fit' with normal rows first."
    exceptions = sys.modules.get("sklearn.exceptions")
    error: Exception = NotFittedError(message) if exceptions is None else exceptions.NotFittedError(message)
    return error


#: What `set_output` takes.
OUTPUTS = ("default", "pandas", "polars")


def check_output(transform: str) -> None:
    """Refuses what is none of them."""
    if transform not in OUTPUTS:
        raise InputError("OPTION_CHOICE", f'transform must be one of {", ".join(OUTPUTS)}, got "{transform}"', "")


def as_output(values: Numbers, names: Sequence[str], index: Any, wanted: str | None) -> Any:
    """A matrix as `set_output` asked for it, or scikit-learn's settings where nothing was asked."""
    settings: Any = sys.modules.get("sklearn")
    kind = wanted or ("default" if settings is None else settings.get_config()["transform_output"])
    if kind == "pandas":
        return library("pandas").DataFrame(values, columns=list(names), index=index)
    if kind == "polars":
        return library("polars").DataFrame(values, schema=list(names), orient="row")
    return values
