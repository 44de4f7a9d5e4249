"""What can go wrong, and what is worth a word."""

from __future__ import annotations


class InputError(ValueError):
    """A mistake the caller can correct: a stable code, the fact, and what to do about it.

    >>> error = InputError("NO_ROWS", "the table has no rows to learn from", "Give normal rows.")
    >>> error.code, error.hint
    ('NO_ROWS', 'Give normal rows.')
    >>> print(error)
    NO_ROWS: the table has no rows to learn from
      Give normal rows.
    """

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(code, message, hint)
        self.code = code
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.code}: {self.message}\n  {self.hint}" if self.hint else f"{self.code}: {self.message}"


class EngineError(RuntimeError):
    """The engine ended, could not be started, or failed in a way that is no mistake of the caller."""


class ParsightWarning(UserWarning):
    """Something that is no error but worth a word: a column that was left out, cells that count as missing."""


class NotFittedError(ValueError, AttributeError):
    """An explainer was asked before it had learnt; of the same kind as scikit-learn's error of this name."""
