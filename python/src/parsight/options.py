"""Options as Python writes them (min_support), and as the core takes them (minSupport)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from .errors import InputError

#: Options of learning, and of explaining, in the order of the command line's help. Some are both.
LEARN_NAMES = (
    "preset",
    "normal",
    "strict",
    "exclude",
    "numeric",
    "categorical",
    "min_support",
    "min_confidence",
    "confidence_weight",
    "max_predicates",
    "cells",
    "cutoffs",
    "redundancy",
    "trees",
    "neighbours",
    "max_rules",
    "contamination",
    "seed",
    "order",
    "time",
    "history",
    "window",
    "by",
    "review",
)
EXPLAIN_NAMES = ("method", "top", "min_strength", "verify", "id", "time", "sets", "strict", "review")


def learn_options(params: Mapping[str, Any]) -> dict[str, Any]:
    """Those of learning that were given."""
    options = _select(params, LEARN_NAMES)
    if "normal" in options:
        options["normal"] = _filter(options["normal"])
    return options


def _filter(pair: Any) -> dict[str, Any]:
    if isinstance(pair, str) or not hasattr(pair, "__len__") or len(pair) != 2:
        raise InputError(
            "OPTION_TYPE", f"normal must be a pair, column and value, got {pair!r}", 'For example ("label", "normal").'
        )
    return {"column": pair[0], "value": pair[1]}


def explain_options(params: Mapping[str, Any]) -> dict[str, Any]:
    """Those of explaining that were given."""
    return _select(params, EXPLAIN_NAMES)


def _select(params: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {camel_case(name): _plain(params[name]) for name in names if params.get(name) is not None}


def _plain(value: Any) -> Any:
    """Numbers of numpy are numbers, tuples of names lists of names."""
    if isinstance(value, str):
        return value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return value.item()
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        return [_plain(each) for each in cast("list[Any]", value)]
    return value


def camel_case(name: str) -> str:
    """min_support is minSupport."""
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)
