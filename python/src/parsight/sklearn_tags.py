"""What scikit-learn asks of an estimator before it checks it; loaded only when it asks."""

from __future__ import annotations

from typing import Any


def make_tags() -> Any:
    """A transformer of tables with missing values, text and categories, which needs no labels."""
    from sklearn.utils import InputTags, Tags, TargetTags, TransformerTags  # type: ignore[import-untyped, unused-ignore]  # pyright: ignore

    return Tags(
        estimator_type="transformer",
        target_tags=TargetTags(required=False),
        transformer_tags=TransformerTags(preserves_dtype=[]),
        input_tags=InputTags(two_d_array=True, string=True, categorical=True, allow_nan=True),
        requires_fit=True,
    )
