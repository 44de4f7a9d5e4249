"""The model: the text of its file says all, here as in the command line and in a browser."""

from __future__ import annotations

import gzip
import json
import os
import warnings
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .engine import Engine, get_engine
from .errors import InputError, ParsightWarning
from .files import read_file, write_file
from .libraries import library
from .options import camel_case


class Model:
    """What was learnt from normal rows. Made by `Explainer.fit` or `Model.load`; the same file as everywhere.

    >>> import parsight
    >>> rows = [{"level": i % 20, "pump": "on" if i % 20 < 10 else "off"} for i in range(400)]
    >>> model = parsight.Explainer().fit(rows).model_
    >>> model.features
    ['level', 'pump']
    >>> model.row_count
    400
    """

    def __init__(self, text: str, info: Mapping[str, Any]) -> None:
        self._text = text
        self._info = info

    @property
    def text(self) -> str:
        """The text of its file."""
        return self._text

    @property
    def row_count(self) -> int:
        """Rows it was learnt from."""
        return int(self._info["rowCount"])

    @property
    def features(self) -> list[str]:
        """Names of the features, in the order of their columns."""
        return [feature["name"] for feature in self._info["features"]]

    @property
    def recorded_features(self) -> list[str]:
        """Those that are columns of the rows; the others are made of their past (`history`)."""
        return [feature["name"] for feature in self._info["features"] if "past" not in feature]

    @property
    def sensors(self) -> dict[str, str]:
        """For each feature the column that it comes from: itself, or the one whose past it tells."""
        return {each["name"]: each.get("past", {}).get("source", each["name"]) for each in self._info["features"]}

    @property
    def past_columns(self) -> list[str] | None:
        """Columns that say when rows were and whose they are; None: the model does not look at the past."""
        past = self._info.get("past")
        return None if past is None else [name for name in (past["time"], past["by"]) if name is not None]

    @property
    def kinds(self) -> dict[str, str]:
        """For each feature whether it is numeric or categorical."""
        return {feature["name"]: feature["kind"] for feature in self._info["features"]}

    @property
    def excluded(self) -> dict[str, str]:
        """Columns that are no features, each with the reason."""
        return {each["name"]: each["reason"] for each in self._info["excluded"]}

    @property
    def options(self) -> dict[str, Any]:
        """The options it was learnt with, every one decided, as its file has them."""
        return dict(self._info["options"])

    @property
    def warnings(self) -> list[str]:
        """What was noticed in learning."""
        return [f"{each['code']}: {each['message']}" for each in self._info["warnings"]]

    @property
    def naming_columns(self) -> list[str]:
        """Columns by which rows are named where the frame has them: an identifier, and when it was."""
        names = self._info["names"]
        return [*names["id"], *(name for name in (names["time"], names["clock"]) if name is not None)]

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, engine: str | None = None) -> Model:
        """Reads a model file, packed if its name ends in .gz. Everything in it is checked."""
        content = read_file(Path(path), "model", "Write one with Model.save, or with parsight learn.")
        try:
            text = (gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content).decode()
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(
                "MODEL_NOT_GZIP",
                f"{path} begins like a gzip file but cannot be unpacked",
                "The file was cut off or damaged; learn the model again.",
            ) from error
        except UnicodeDecodeError as error:
            raise InputError(
                "MODEL_NOT_JSON", f"{path} is no model: it holds bytes that are no text", "Learn the model again."
            ) from error
        return cls.from_text(text, engine=engine)

    @classmethod
    def from_text(cls, text: str, *, engine: str | None = None) -> Model:
        """The model in the text of its file."""
        runner = get_engine(engine)
        info = runner.run("load", {"text": text}).result
        model = cls(text, info)
        runner.remember(model, int(info["model"]))
        return model

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the file, whole or not at all; packed if its name ends in .gz."""
        content = self._text.encode()
        write_file(Path(path), gzip.compress(content, mtime=0) if str(path).endswith(".gz") else content)

    def rules(
        self,
        *,
        feature: str | None = None,
        source: str | None = None,
        limit: int | None = None,
        engine: str | None = None,
    ) -> Any:
        """The rules as a pandas DataFrame, best score first.

        `feature` asks for those about one feature, `source` is one of range, mined, dependency, tree and approved.
        """
        pd = library("pandas")

        asked = {"feature": feature, "source": source}
        rule_filter = {name: value for name, value in asked.items() if value is not None}
        arguments = {"filter": rule_filter, "limit": -1 if limit is None else limit}
        lines = get_engine(engine).ask("rules", self, arguments).text
        records = [_rule_record(json.loads(line)) for line in lines.split("\n")[:-1]]
        return pd.DataFrame(records, columns=list(_RULE_COLUMNS))

    def __reduce__(self) -> tuple[Any, tuple[str, Mapping[str, Any]]]:
        return Model, (self._text, self._info)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Model) and self._text == other._text

    def __hash__(self) -> int:
        return id(self)

    def __repr__(self) -> str:
        return f"<parsight.Model of {self.row_count:,} rows and {len(self.features)} features>"


#: Columns of a frame of rules; those of numbers are written by the core.
_RULE_NUMBERS = ("support", "confidence", "confidence_low", "antecedent_count", "support_count", "score")
_RULE_COLUMNS = ("rule", "id", "source", "feature", *_RULE_NUMBERS)


def _rule_record(rule: Mapping[str, Any]) -> dict[str, Any]:
    words = {"rule": rule["text"], "id": rule["id"], "source": rule["source"]}
    numbers = {name: rule[camel_case(name)] for name in _RULE_NUMBERS}
    return {**words, "feature": rule["consequent"].get("feature"), **numbers}


def warn_all(warned: Sequence[Mapping[str, str]]) -> None:
    """What the core noticed, as Python warns."""
    for each in warned:
        warnings.warn(f"{each['code']}: {each['message']}", ParsightWarning, stacklevel=3)


def learn_model(engine: Engine, arguments: Mapping[str, Any], table: Any, watcher: Any, threads: int | None) -> Model:
    """Learns with an engine, and leaves the model there."""
    reply = engine.run("learn", arguments, table, watcher=watcher, threads=threads)
    # What threads have learnt the session has not seen.
    info = engine.run("load", {"text": reply.text}).result if reply.result is None else reply.result
    model = Model(reply.text, {name: value for name, value in info.items() if name != "model"})
    engine.remember(model, int(info["model"]))
    return model
