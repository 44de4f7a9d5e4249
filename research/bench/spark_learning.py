"""How long Spark learns, by its number of cores, against the command line and against what one would do without it.

    python research/bench/spark_learning.py                  20,000 rows like the water tank's
    python research/bench/spark_learning.py --rows 1000000   as docs/scale.md has it
    python research/bench/spark_learning.py --passes         learning alone, twice on one core, and what each question took

The answer is checked before anything is compared: the model of Spark is that of the command line, byte for byte, and
the rows that pyspark's FPGrowth counts for pairs of the same items are those of our rules. What one would do instead:
FPGrowth for rules (it has no trees, no strength, nor a limit of length), and TreeSHAP on an isolation forest in a
pandas UDF for explaining rows. Times are those of research/bench/spark_speed.py; workers and JVM run before they are taken. Texts are
those of the package without Spark, and SHAP has a number for each column.
Needs pyspark, pandas, pyarrow, scikit-learn and shap beside the package, and Java 17.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyspark
from spark_speed import TANK, Took, make_rows, measure, open_spark

import parsight
import parsight.spark
from parsight import spark_learning as learning

OPTIONS = {"order": "none", "exclude": ["Time"]}
#: Rows that are explained: SHAP takes long.
EXPLAINED = 2000


def learn_by_program(folder: Path) -> Took:
    """The command line, on all cores, from the file to the model."""
    words = ["learn", "rows.parquet", "--order", "none", "--exclude", "Time", "--quiet", "-o", "model.json"]
    program = str(TANK.parents[2] / "bin" / "parsight.js")
    return measure(lambda: subprocess.run(["node", program, *words], cwd=folder, check=True))


def learn_by_spark(frame: Any, expected: str) -> Took:
    """Of rows that are cached."""
    learnt: list[parsight.Model] = []
    took = measure(lambda: learnt.append(parsight.spark.learn(frame, progress=False, **OPTIONS)))
    assert learnt[0].text == expected, "the model is another one than that of the command line"
    return took


def measure_passes(folder: Path) -> None:
    """Prints what each question about all rows took; the second time without what a JVM takes to get going."""
    session = open_spark(1)
    frame = session.read.parquet(str(folder / "rows.parquet")).repartition(4).cache()
    frame.count()
    fold = learning._fold

    def timed(rows: Any, question: Mapping[str, Any], engine: str | None) -> str:
        states: list[str] = []
        took = measure(lambda: states.append(fold(rows, question, engine)))
        print(f"  {question['fold']:16}{took}; a state of {len(states[0]):,} characters", flush=True)
        return states[0]

    learning._fold = timed
    for _ in range(2):
        print(f"in all {measure(lambda: parsight.spark.learn(frame, progress=False, **OPTIONS))}", flush=True)
    session.stop()


def condition(predicate: Mapping[str, Any], features: Sequence[Mapping[str, Any]]) -> str:
    """In SQL, of a predicate as the model's file has it."""
    feature = features[predicate["feature"]]
    name = f"`{feature['name']}`"
    if "in" in predicate:
        return f"{name} in ({', '.join(repr(feature['categories'][code]) for code in predicate['in'])})"
    bounds = [(predicate["min"], ">="), (predicate["max"], "<=" if predicate.get("maxInclusive") else "<")]
    return " and ".join(f"{name} {sign} {bound!r}D" for bound, sign in bounds if bound is not None)


def grow_patterns(frame: Any, model: Mapping[str, Any]) -> tuple[Took, int, int]:
    """FPGrowth on the items of our mined rules; and how many pairs of ours were checked, and how many rules it has."""
    from pyspark.ml.fpm import FPGrowth

    rules, options = model["rules"], model["options"]
    mined = sum(1 for source in rules["sources"] if source == 1)
    used = sorted(
        {*rules["items"], *(c for c, s in zip(rules["consequents"], rules["sources"], strict=True) if s == 1)}
    )
    held = [f"if({condition(model['predicates'][item], model['features'])}, {item}, null)" for item in used]
    baskets = frame.selectExpr(f"array_compact(array({', '.join(held)})) items").cache()
    baskets.count()
    grower = FPGrowth(minSupport=options["minSupport"], minConfidence=options["minConfidence"])
    found: list[pd.DataFrame] = []
    counts: list[int] = []

    def grow() -> None:
        patterns = grower.fit(baskets)
        found.append(patterns.freqItemsets.where("size(items) = 2").toPandas())
        counts.append(patterns.associationRules.count())

    took = measure(grow)
    pairs = {tuple(sorted(items)): freq for items, freq in zip(found[0]["items"], found[0]["freq"], strict=True)}
    checked = check_pairs(rules, pairs)
    assert checked > 0
    assert mined > 0
    baskets.unpersist()
    return took, checked, counts[0]


def check_pairs(rules: Mapping[str, Any], pairs: Mapping[tuple[int, int], int]) -> int:
    """Our mined rules of two predicates have the counts that FPGrowth has."""
    start = checked = 0
    columns = zip(rules["lengths"], rules["sources"], rules["consequents"], rules["supportCounts"], strict=True)
    for length, source, consequent, support in columns:
        if source == 1 and length == 1:
            one, other = sorted((rules["items"][start], consequent))
            assert pairs[one, other] == support, "FPGrowth counts other rows than we do"
            checked += 1
        start += length
    return checked


def explain_by_shap(frame: Any, normal: pd.DataFrame) -> Took:
    """TreeSHAP of an isolation forest in a pandas UDF, of numbers alone: it knows no texts."""
    import shap
    from pyspark.sql.functions import pandas_udf, struct
    from sklearn.ensemble import IsolationForest

    names = [name for name in normal.columns if pd.api.types.is_numeric_dtype(normal[name])]
    forest = IsolationForest(random_state=1).fit(normal[names].to_numpy())

    @pandas_udf("array<double>")
    def blame(rows: pd.DataFrame) -> pd.Series:
        values = shap.TreeExplainer(forest).shap_values(rows.to_numpy(dtype=np.float64))
        return pd.Series(list(values))

    told = frame.select(blame(struct(*names)).alias("blame"))
    first = [row["blame"] for row in told.limit(10).collect()]  # workers import what they need
    assert np.shape(first) == (10, len(names)), "SHAP has no number for each column"
    assert np.isfinite(first).all()
    return measure(lambda: told.write.format("noop").mode("overwrite").save())


def explain_by_parsight(frame: Any, model: parsight.Model) -> Took:
    """With rules, texts and strength."""
    told = parsight.spark.explain(model, frame)
    first = told.limit(10).toPandas()
    one = parsight.Explainer.from_model(model, n_jobs=1, progress=False)
    rows = first.drop(columns=["explanation", "text"])
    assert list(first["text"]) == list(one.explain(rows).text), "texts are others than without Spark"
    return measure(lambda: told.write.format("noop").mode("overwrite").save())


def measure_cores(folder: Path, cores: int, model: parsight.Model) -> tuple[Any, Any]:
    """A session on so many cores, and its rows; prints how long it learns."""
    session = open_spark(cores)
    frame = session.read.parquet(str(folder / "rows.parquet")).repartition(4 * cores).cache()
    frame.count()
    print(f"learn: Spark, local[{cores}]           {learn_by_spark(frame, model.text)}", flush=True)
    return session, frame


def main() -> None:
    """Prints a line for each."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--explained", type=int, default=EXPLAINED)
    parser.add_argument("--passes", action="store_true")
    asked = parser.parse_args()
    rows = make_rows(asked.rows)
    versions = f"Python {platform.python_version()}, pyspark {pyspark.__version__}"
    print(f"{asked.rows:,} rows × {len(rows.columns) - 1}; {versions}; load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows.to_parquet(folder / "rows.parquet", index=False)
        if asked.passes:
            measure_passes(folder)
            return
        print(f"learn: command line              {learn_by_program(folder)}", flush=True)
        model = parsight.Model.load(folder / "model.json")
        measure_cores(folder, 1, model)[0].stop()
        session, frame = measure_cores(folder, 2, model)
        took, checked, found = grow_patterns(frame, json.loads((folder / "model.json").read_text(encoding="utf-8")))
        print(f"learn: FPGrowth, local[2]        {took}; {found:,} rules, {checked} pairs checked", flush=True)
        few = frame.limit(asked.explained).repartition(4).cache()
        few.count()
        print(f"explain {asked.explained:,}: Spark, local[2]   {explain_by_parsight(few, model)}", flush=True)
        print(f"explain {asked.explained:,}: SHAP, local[2]    {explain_by_shap(few, rows.head(2000))}", flush=True)
        session.stop()


if __name__ == "__main__":
    main()
