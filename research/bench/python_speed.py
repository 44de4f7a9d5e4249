"""How fast Python explains: 100,000 rows × 36 by Parsight, TreeSHAP and KernelSHAP over one isolation forest, in one run.

    python research/bench/python_speed.py   all rows; SHAP on as many as it takes to tell its time for a row
    python research/bench/python_speed.py --rows 5000

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
from dataclasses import dataclass

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


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    began = clock()
    work()
    return clock() - began


@dataclass(frozen=True)
class Took:
    """Time of a row in µs: by the clock, and of all processors together, which others on the machine do not change."""

    wall: float
    processor: float


def measure(work: Callable[[], object], rows: int) -> Took:
    wall: list[float] = []
    processor = seconds(lambda: wall.append(seconds(work)), time.process_time)
    return Took(1e6 * wall[0] / rows, 1e6 * processor / rows)


def hits(values: np.ndarray, wrong: np.ndarray) -> str:
    return f"{100 * np.mean(np.argmax(np.abs(values), axis=1) == wrong[: len(values)]):.0f} %"


def one_row_milliseconds(explainer: parsight.Explainer, rows: pd.DataFrame) -> float:
    """The median of single rows with their words, given as dicts, as a stream has them; the first compile the code."""
    records = rows.iloc[:2000].to_dict("records")
    times = [seconds(lambda row=row: explainer.explain([row])[0].text) for row in records]
    return 1000 * statistics.median(times[len(times) // 2 :])


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
    found: list[np.ndarray] = []
    ours = measure(lambda: found.append(explainer.explain(rows).values), len(rows))
    one_row = one_row_milliseconds(explainer, rows)

    tree = shap.TreeExplainer(forest)
    few = odd[: min(TREE_ROWS, len(odd))]
    trees = measure(lambda: found.append(tree.shap_values(few)), len(few))

    kernel = shap.KernelExplainer(forest.score_samples, shap.kmeans(normal.to_numpy(), 20))
    kernels = measure(lambda: found.append(kernel.shap_values(odd[:KERNEL_ROWS], silent=True)), KERNEL_ROWS)

    print(f"{len(rows):,} rows × {FEATURES}, isolation forest of {len(forest.estimators_)} trees; µs a row")
    print("              by the clock   of processors   first suspect right   measured on")
    engine = parsight.get_engine(given.engine).name
    is_apart = engine == "node"  # the time of another process is not counted here
    for name, took, values in zip(("Parsight", "TreeSHAP", "KernelSHAP"), (ours, trees, kernels), found, strict=True):
        processor = "not known" if is_apart and took is ours else f"{took.processor:,.0f}"
        print(f"  {name:10} {took.wall:14,.0f} {processor:>15} {hits(values, wrong):>21}   {len(values):,} rows")
    for name, took in (("TreeSHAP", trees), ("KernelSHAP", kernels)):
        by_processor = "" if is_apart else f", {took.processor / ours.processor:,.1f} × by processor time"
        print(f"Parsight is {took.wall / ours.wall:,.1f} × as fast as {name} by the clock{by_processor}.")
    print(
        f"It learnt from {NORMAL_ROWS:,} rows in {learning:.2f} s; one row by itself takes {one_row:.2f} ms with its sentence (median)."
    )
    print(
        f"{engine}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python "
        f"{platform.python_version()}, shap {shap.__version__}, scikit-learn {sklearn.__version__}"
    )


if __name__ == "__main__":
    main()
