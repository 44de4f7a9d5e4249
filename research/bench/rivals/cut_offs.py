"""One scikit-learn tree for each feature, from all other numeric features, at the settings of our cut-off trees.

Inputs are given as ranks of their values: the same trees, and no two values become one as the float32 that scikit-learn
converts everything to. They are ready and contiguous; only fit is timed.
"""

import json

import numpy as np
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from serve import serve, timed

problems = []
columns = []
min_leaf = 1


def load(path):
    """Columns: {"kind": "numeric" or "categorical", "values": [...]} without missing values."""
    global columns, min_leaf
    with open(path) as file:
        table = json.load(file)
    columns, min_leaf = table["columns"], table["minLeaf"]
    numeric = [i for i, column in enumerate(columns) if column["kind"] == "numeric"]
    ranks = {i: np.unique(columns[i]["values"], return_inverse=True)[1].astype(np.float32) for i in numeric}
    problems.clear()
    for target, column in enumerate(columns):
        inputs = [i for i in numeric if i != target]
        if not inputs:
            continue
        x = np.ascontiguousarray(np.column_stack([ranks[i] for i in inputs]))
        if column["kind"] == "numeric":
            y = np.asarray(column["values"], dtype=np.float64)
            spread = y.std()
            tree = DecisionTreeRegressor(criterion="squared_error", min_samples_leaf=min_leaf, random_state=1)
            problems.append((tree, inputs, x, (y - y.mean()) / (spread if spread > 0 else 1)))
        else:
            tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=min_leaf, random_state=1)
            problems.append((tree, inputs, x, np.asarray(column["values"], dtype=np.int64)))
    return len(problems)


def grow():
    for tree, _, x, y in problems:
        tree.fit(x, y)


def fit():
    return timed(grow)[1]


# Gains that differ by less are the same but for rounding.
TIE = 1e-9


def gains():
    """The decrease of impurity of the splits, and how much of it each feature has.

    Where several features have a best cut, scikit-learn takes one by lot and ours the first by name: least[f] adds up the
    splits that only f can make, most[f] all that it could. Where the best cuts part the rows differently, the trees differ
    below: what is gained there is in none of the two, but in `unsettled`.
    """
    grow()
    told = {"total": 0.0, "splits": 0, "tied": 0, "unsettled": 0.0, "roots": []}
    least, most = np.zeros(len(columns)), np.zeros(len(columns))
    for model, inputs, x, y in problems:
        tree = model.tree_
        inner = np.flatnonzero(tree.children_left >= 0)
        left, right = tree.children_left, tree.children_right
        weight, impurity = tree.weighted_n_node_samples, tree.weighted_n_node_samples * tree.impurity
        decrease = {node: (impurity[node] - impurity[left[node]] - impurity[right[node]]) / weight[0] for node in inner}
        told["total"] += sum(decrease.values())
        told["splits"] += len(inner)
        told["roots"].append(decrease.get(0, 0.0))
        known = np.eye(y.max() + 1)[y] if y.dtype.kind == "i" else y[:, None]
        path = model.decision_path(x).tocsc()
        unsettled = set()
        for node in inner:  # parents come before their children
            if node in unsettled:
                told["unsettled"] += decrease[node]
                unsettled.update((left[node], right[node]))
                continue
            rows = path.indices[path.indptr[node] : path.indptr[node + 1]]
            features, parts = best_cuts(x[rows], known[rows], len(y), y.dtype.kind == "i")
            told["tied"] += len(features) > 1
            most[[inputs[i] for i in features]] += decrease[node]
            if len(features) == 1:
                least[inputs[features[0]]] += decrease[node]
            if parts > 1:
                unsettled.update((left[node], right[node]))
    return {**told, "least": least.tolist(), "most": most.tolist()}


def best_cuts(x, y, rows, is_class):
    """The inputs with a cut that decreases impurity most, and in how many ways their best cuts part the rows."""
    count = len(x)
    order = np.argsort(x, axis=0, kind="stable")
    values = np.take_along_axis(x, order, axis=0)
    lower = np.cumsum(y[order], axis=0)[:-1]  # cuts × inputs × classes
    whole = y.sum(axis=0)
    below = np.arange(1, count)[:, None]
    above = count - below
    if is_class:
        kept = spread(lower, below) + spread(whole - lower, above)
        decrease = spread(whole, count) - kept
    else:
        lower = lower[..., 0]
        decrease = lower**2 / below + (whole[0] - lower) ** 2 / above - whole[0] ** 2 / count
    is_cut = (values[:-1] < values[1:]) & (below >= min_leaf) & (above >= min_leaf)
    decrease = np.where(is_cut, decrease / rows, -np.inf)
    cuts = np.argwhere(decrease >= decrease.max() - TIE)
    parts = set()
    for cut, place in cuts:
        is_below = np.zeros(count, dtype=bool)
        is_below[order[: cut + 1, place]] = True
        parts.add(min(is_below.tobytes(), (~is_below).tobytes()))
    return sorted({place for _, place in cuts}), len(parts)


def spread(counts, total):
    """Entropy times rows."""
    terms = counts * np.log2(np.where(counts > 0, counts, 1))
    return total * np.log2(total) - terms.sum(axis=-1)


if __name__ == "__main__":
    serve({"load": load, "fit": fit, "gains": gains})
