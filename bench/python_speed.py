"""How fast Python explains: 100,000 rows × 36 by Parsight, TreeSHAP and KernelSHAP over one isolation forest, in one run.

    python bench/python_speed.py             all rows; SHAP on as many as it takes to tell its time for a row
    python bench/python_speed.py --rows 5000

The answer is checked before the time is taken: one reading of each row is wrong, and each explainer names its first suspect.
Needs pandas, scikit-learn and shap beside the package.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
import warnings
from collections.abc import Callable

import numpy as np
import pandas as pd
import shap
import sklearn
from sklearn.ensemble import IsolationForest

import parsight

FEATURES = 36
NORMAL_ROWS = 3500
TREE_ROWS = 2000
KERNEL_ROWS = 15


def make_rows(count: int, random: np.random.Generator) -> np.ndarray:
    """Four hidden causes, of which every feature is a mixture with noise."""
    mixture = np.random.default_rng(7).normal(size=(4, FEATURES))
    return random.normal(size=(count, 4)) @ mixture + 0.3 * random.normal(size=(count, FEATURES))


def spoil(rows: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Moves one reading of each row; returns which."""
    wrong = random.integers(FEATURES, size=len(rows))
    rows[np.arange(len(rows)), wrong] += random.choice([-1, 1], size=len(rows)) * random.uniform(4, 8, size=len(rows))
    return wrong


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def hits(values: np.ndarray, wrong: np.ndarray) -> str:
    return f"{100 * np.mean(np.argmax(np.abs(values), axis=1) == wrong[: len(values)]):.0f} %"


def one_row_milliseconds(explainer: parsight.Explainer, rows: pd.DataFrame) -> float:
    """The median of single rows, given as dicts, as a stream has them."""
    records = rows.iloc[:300].to_dict("records")
    explainer.explain(records[:100])
    return 1000 * statistics.median(seconds(lambda row=row: explainer.explain([row])) for row in records)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--engine", choices=parsight.ENGINES)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    random = np.random.default_rng(1)
    names = [f"f{place}" for place in range(FEATURES)]
    normal = pd.DataFrame(make_rows(NORMAL_ROWS, random), columns=names)
    odd = make_rows(given.rows, random)
    wrong = spoil(odd, random)
    rows = pd.DataFrame(odd, columns=names)
    forest = IsolationForest(random_state=0).fit(normal.to_numpy())

    explainer = parsight.Explainer(engine=given.engine, progress=False)
    learning = seconds(lambda: explainer.fit(normal))
    explainer.explain(rows.iloc[:10_000])  # engines start, code is compiled
    found: list[parsight.Explanations] = []
    ours = seconds(lambda: found.append(explainer.explain(rows)))
    one_row = one_row_milliseconds(explainer, rows)

    tree = shap.TreeExplainer(forest)
    few = odd[: min(TREE_ROWS, len(odd))]
    tree_values: list[np.ndarray] = []
    tree_row = seconds(lambda: tree_values.append(tree.shap_values(few))) / len(few)

    kernel = shap.KernelExplainer(forest.score_samples, shap.kmeans(normal.to_numpy(), 20))
    kernel_values: list[np.ndarray] = []
    kernel_row = seconds(lambda: kernel_values.append(kernel.shap_values(odd[:KERNEL_ROWS], silent=True))) / KERNEL_ROWS

    our_row = ours / len(rows)
    print(f"{len(rows):,} rows × {FEATURES}, isolation forest of {len(forest.estimators_)} trees")
    print(f"  Parsight    {1e6 * our_row:10,.0f} µs a row   first suspect right {hits(found[0].values, wrong):>5}   all rows: {ours:.1f} s")
    print(f"  TreeSHAP    {1e6 * tree_row:10,.0f} µs a row   first suspect right {hits(tree_values[0], wrong):>5}   by {len(few):,} rows")
    print(f"  KernelSHAP  {1e6 * kernel_row:10,.0f} µs a row   first suspect right {hits(kernel_values[0], wrong):>5}   by {KERNEL_ROWS} rows")
    print(f"Parsight is {tree_row / our_row:,.1f} × as fast as TreeSHAP, {kernel_row / our_row:,.0f} × as fast as KernelSHAP.")
    print(f"It learnt from {NORMAL_ROWS:,} rows in {learning:.2f} s; one row by itself takes {one_row:.2f} ms (median).")
    print(
        f"{parsight.get_engine(given.engine).name}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python "
        f"{platform.python_version()}, shap {shap.__version__}, scikit-learn {sklearn.__version__}"
    )


if __name__ == "__main__":
    main()
