"""Libraries that are loaded when they are used; what is missing is said with the command that installs it."""

from __future__ import annotations

import importlib
from typing import Any


def library(name: str) -> Any:
    """The module of this name."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ImportError(f"this needs {package}: pip install {package}", name=package) from error
