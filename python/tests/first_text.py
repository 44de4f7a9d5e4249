"""What other processes do in tests; apart, so that a process that is spawned loads nothing else."""

from __future__ import annotations

from typing import Any

import parsight


def first_text(explainer: parsight.Explainer, rows: Any) -> str:
    return explainer.explain(rows)[0].text
