"""Says which feature of an anomaly is wrong, why, and what it should have been.

>>> import parsight
>>> normal = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
>>> print(parsight.explain(normal, [{"level": 3, "pump": "none"}])[0].text.partition(":")[0])
pump is none, never seen in 400 normal rows, and should be on
"""

from __future__ import annotations

from ._version import __version__
from .engine import ENGINES, Engine, get_engine
from .errors import EngineError, InputError, ParsightWarning
from .explainer import Explainer, explain
from .explanation import Explanation, Rule, Suspect
from .explanations import Explanations, Summary
from .incidents import Incident, IncidentCounts, IncidentPhase, IncidentRule, Incidents, IncidentSuspect
from .model import Model

__all__ = [
    "ENGINES",
    "Engine",
    "EngineError",
    "Explainer",
    "Explanation",
    "Explanations",
    "Incident",
    "IncidentCounts",
    "IncidentPhase",
    "IncidentRule",
    "IncidentSuspect",
    "Incidents",
    "InputError",
    "Model",
    "ParsightWarning",
    "Rule",
    "Summary",
    "Suspect",
    "__version__",
    "explain",
    "get_engine",
]
