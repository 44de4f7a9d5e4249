"""What scikit-learn asks of an estimator before it checks it; loaded only when it asks."""

from __future__ import annotations

from typing import Any

from .libraries import library


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
