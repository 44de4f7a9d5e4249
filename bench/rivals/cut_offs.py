"""One scikit-learn tree for each feature, from all other numeric features, at the settings of our cut-off trees.

Each tree's inputs are ready as the contiguous float32 that scikit-learn converts everything to; only fit is timed.
"""

import json

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from serve import serve, timed

problems = []


def load(path):
    """Columns: {"kind": "numeric" or "categorical", "values": [...]} without missing values."""
    with open(path) as file:
        table = json.load(file)
    columns = table["columns"]
    numeric = [i for i, column in enumerate(columns) if column["kind"] == "numeric"]
    problems.clear()
    for target, column in enumerate(columns):
        inputs = [i for i in numeric if i != target]
        if not inputs:
            continue
        x = np.ascontiguousarray(np.column_stack([columns[i]["values"] for i in inputs]), dtype=np.float32)
        if column["kind"] == "numeric":
            y = np.asarray(column["values"], dtype=np.float64)
            spread = y.std()
            tree = DecisionTreeRegressor(criterion="squared_error", min_samples_leaf=table["minLeaf"], random_state=1)
            problems.append((tree, x, (y - y.mean()) / (spread if spread > 0 else 1)))
        else:
            tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=table["minLeaf"], random_state=1)
            problems.append((tree, x, np.asarray(column["values"], dtype=np.int64)))
    return len(problems)


def grow():
    for tree, x, y in problems:
        tree.fit(x, y)


def fit():
    return timed(grow)[1]


def gains():
    """Impurity decrease of all splits, their number, and the decrease of each root."""
    grow()
    total = 0.0
    roots = []
    splits = 0
    for model, _, _ in problems:
        tree = model.tree_
        inner = np.flatnonzero(tree.children_left >= 0)
        left, right = tree.children_left[inner], tree.children_right[inner]
        weight = tree.weighted_n_node_samples
        decrease = weight[inner] * tree.impurity[inner]
        decrease -= weight[left] * tree.impurity[left] + weight[right] * tree.impurity[right]
        decrease /= weight[0]
        total += float(decrease.sum())
        roots.append(float(decrease[0]) if len(inner) else 0.0)
        splits += len(inner)
    return {"total": total, "roots": roots, "splits": splits}


serve({"load": load, "fit": fit, "gains": gains})
