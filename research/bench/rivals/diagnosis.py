"""What our diagnosis learns, written with NumPy and scikit-learn: several small trees for each feature, a mixture of
Gaussians over normal scores, normal rows to compare with, and how strange rows held aside look through all of them.

The same numbers as ours: eight trees for a feature, the first from all other features and the others from a random 30 %
of them (40 % above 40 features), on 1,500 rows at most, depth 6 (4), least leaf more than 10 rows and 1 %; for every node
what it expects, and over all learning rows how many reach it and how many are as expected; five components, 1,000 rows,
six rounds; 1,000 kept rows; 300 rows or a fifth held aside, for which tables below 1,800 rows learn a second view.

Left out: our test whether a split tells more than chance, pools of inputs on wide tables, cut-offs at numbers that read
well, text, missing values, independence of the order of rows, and the steps of blaming after the first, which the
measure does not need. Trees grow in as many threads as there are cores (faster here than forests of scikit-learn with any
n_jobs); everything about rows is done for all of them at once.
"""

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy.special import ndtri
from sklearn.mixture import GaussianMixture
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from threadpoolctl import threadpool_limits

WIDE = 40
TREES = 8
TREE_ROWS, MIXTURE_ROWS, KEPT_ROWS, ASIDE_ROWS, ASIDE_SHARE = 1500, 1000, 1000, 300, 0.2
KNOTS = 201
NEAR_ROWS, NEAREST, IGNORED, WIDTH_ROWS = 8, 3, 3, 150
DEVIATION_LIMIT, CATEGORY_DEVIATION, LEAST_WIDTH, COST_LIMIT = 6, 2, 0.2, 8
SURPRISE_LIMIT, GAIN_LIMIT, CENTRE_GAIN = 10, 50, 0.9
WEIGHTS = {"own": 0.5, "drop": 1, "near": 0.5, "density": 1.25, "mixture": 1.25, "tail": 0.2}


def learn_diagnosis(table, is_numeric, seed=1):
    """`table`: rows × features, categories as codes. Everything returned is numbers, lists and arrays of them."""
    random = np.random.default_rng(seed)
    rows, features = table.shape
    profile = make_profile(table, is_numeric)
    order = random.permutation(rows)
    aside_count = min(ASIDE_ROWS, int(ASIDE_SHARE * rows))
    is_large = rows >= ASIDE_ROWS + max(TREE_ROWS, KEPT_ROWS)
    view = learn_view(table, order[aside_count:] if is_large else order, profile, random)
    rest = order[aside_count:]
    judge = view if is_large else learn_view(table[rest], np.arange(len(rest)), profile, random)
    return {"profile": profile, **view, "calibration": calibrate(profile, judge, table[order[:aside_count]])}


def make_profile(table, is_numeric):
    """Of each feature: moments, a distribution of 201 values at most, the share of rows below each, and its normal score."""
    rows, features = table.shape
    means = np.where(is_numeric, table.mean(axis=0), 0)
    deviations = np.where(is_numeric, table.std(axis=0), 1)
    values, shares, scores, counts = [], [], [], []
    for column, numeric in zip(np.sort(table, axis=0).T, is_numeric):
        knots = np.unique(column)
        if len(knots) > KNOTS:
            knots = np.unique(column[np.round(np.linspace(0, rows - 1, KNOTS)).astype(int)])
        below = np.searchsorted(column, knots), np.searchsorted(column, knots, side="right")
        share = (below[0] + below[1]) / 2 / rows
        values.append(knots)
        shares.append(share)
        scores.append(ndtri(share))
        counts.append([] if numeric else np.bincount(column.astype(int)))
    return {
        "rows": rows,
        "isNumeric": np.asarray(is_numeric),
        "means": means,
        "deviations": np.where(deviations > 0, deviations, 1),
        "values": values,
        "shares": shares,
        "scores": scores,
        "counts": counts,
    }


def learn_view(table, rows, profile, random):
    standard = standardise(table, profile)
    kept = standard[rows[:KEPT_ROWS]]
    return {
        "forest": grow_forest(table, standard, rows[:TREE_ROWS], profile, random),
        "mixture": fit_mixture(normal_scores(table[rows[:MIXTURE_ROWS]], profile)),
        "kept": kept,
        "widths": find_widths(kept, profile["isNumeric"]),
    }


def standardise(table, profile):
    return (table - profile["means"]) / profile["deviations"]


def normal_scores(table, profile):
    """Straight between known values; beyond them one more for each deviation."""
    columns = []
    for column, values, scores, deviation in zip(table.T, profile["values"], profile["scores"], profile["deviations"]):
        beyond = (np.maximum(column - values[-1], 0) + np.minimum(column - values[0], 0)) / deviation
        columns.append(np.clip(np.interp(column, values, scores) + beyond, -10, 10))
    return np.column_stack(columns)


# Trees


def grow_forest(table, standard, sample, profile, random):
    """Arrays over the nodes of all trees; the trees of a feature stand together."""
    features = table.shape[1]
    depth, share = (6, 0.3) if features <= WIDE else (4, 0.4)
    least = int(max(10, 0.01 * len(sample))) + 1
    single = table.astype(np.float32)  # what scikit-learn would make of it in every call
    pools = [np.delete(np.arange(features), target) for target in range(features)]
    inputs = [
        [pool, *(np.sort(random.choice(pool, int(np.ceil(share * len(pool))), replace=False)) for _ in range(TREES - 1))]
        for pool in pools
    ]

    def grow(target):
        numeric = profile["isNumeric"][target]
        make = DecisionTreeRegressor if numeric else DecisionTreeClassifier
        y = standard[:, target] if numeric else table[:, target].astype(int)
        trees = []
        for own in inputs[target] if features > 1 else []:
            x = np.ascontiguousarray(single[:, own])
            model = make(max_depth=depth, min_samples_leaf=least, random_state=1)
            model.fit(x[sample], y[sample], check_input=False)
            trees.append(describe_tree(model, own, x, y, len(profile["counts"][target])))
        return trees

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        trees = [tree for own in pool.map(grow, range(features)) for tree in own]
    return join_trees(trees, [target for target in range(features) for _ in inputs[target]] if trees else [], profile)


def describe_tree(model, inputs, x, y, classes):
    """Nodes with what they expect, and over all rows how many reach them and how many are as expected."""
    tree = model.tree_
    nodes = tree.node_count
    inner = tree.children_left >= 0
    asked = np.where(inner, inputs[np.maximum(tree.feature, 0)], -1)
    path = model.decision_path(x, check_input=False)
    node = path.indices
    value = np.repeat(y, np.diff(path.indptr))
    reached = np.bincount(node, minlength=nodes)
    if classes == 0:
        mean, deviation = tree.value[:, 0, 0], np.sqrt(np.maximum(tree.impurity, 0))
        room = 3 * np.sqrt(deviation**2 + 0.01)
        is_expected = np.abs(value - mean[node]) <= room[node]
        counts = np.zeros((nodes, 0), dtype=int)
    else:
        mean, deviation = np.zeros(nodes), np.zeros(nodes)
        counts = np.bincount(node * classes + value, minlength=nodes * classes).reshape(nodes, classes)
        is_expected = (counts >= 0.01 * reached[:, None])[node, value]
    return {
        "asked": asked,
        "threshold": tree.threshold,
        "left": tree.children_left,
        "right": tree.children_right,
        "mean": mean,
        "deviation": deviation,
        "reached": reached,
        "expected": np.bincount(node[is_expected], minlength=nodes),
        "counts": counts,
    }


def join_trees(trees, targets, profile):
    sizes = [len(tree["asked"]) for tree in trees]
    roots = np.concatenate([[0], np.cumsum(sizes)]).astype(int)
    widest = max((tree["counts"].shape[1] for tree in trees), default=0)
    joined = {"targets": np.asarray(targets, dtype=int), "roots": roots[:-1]}
    for name in ("asked", "threshold", "mean", "deviation", "reached", "expected"):
        joined[name] = np.concatenate([tree[name] for tree in trees]) if trees else np.zeros(0)
    for name in ("left", "right"):  # a leaf is its own child
        own = [
            np.where(tree["asked"] < 0, np.arange(size), tree[name]) + root
            for tree, size, root in zip(trees, sizes, roots)
        ]
        joined[name] = np.concatenate(own) if trees else np.zeros(0, dtype=int)
    wide = [np.pad(tree["counts"], ((0, 0), (0, widest - tree["counts"].shape[1]))) for tree in trees]
    joined["counts"] = np.concatenate(wide) if trees else np.zeros((0, 0))
    joined["weight"] = leaf_weights(joined, np.repeat(profile["isNumeric"][joined["targets"]], sizes) if trees else [])
    return joined


def leaf_weights(forest, is_numeric):
    """How much a node knows: 1 / what it leaves open."""
    share = forest["counts"] / np.maximum(1, forest["reached"])[:, None]
    entropy = -(share * np.log2(np.where(share > 0, share, 1))).sum(axis=1)
    return np.where(is_numeric, 1 / np.sqrt(forest["deviation"] ** 2 + 0.04), 1 / np.maximum(0.3, entropy))


def find_leaves(forest, table):
    """The leaf of each row in each tree, all trees at once."""
    single = table.astype(np.float32)
    row = np.arange(len(table))[:, None]
    node = np.broadcast_to(forest["roots"], (len(table), len(forest["roots"])))
    for _ in range(6):
        goes_left = single[row, forest["asked"][node]] <= forest["threshold"][node]
        node = np.where(goes_left, forest["left"][node], forest["right"][node])
    return node


def find_leaning(forest, features):
    """For each node the features that were asked on the way to it."""
    leans = np.zeros((len(forest["asked"]), features), dtype=bool)
    for node in np.flatnonzero(forest["asked"] >= 0):  # parents come before their children
        own = leans[node].copy()
        own[forest["asked"][node]] = True
        leans[forest["left"][node]] = leans[forest["right"][node]] = own
    return leans


# Mixture and kept rows


def fit_mixture(scores):
    rows, features = scores.shape
    if features < 2:
        return None
    centres, scales = scores.mean(axis=0), scores.std(axis=0)
    scales = np.where(scales > 1e-6, scales, 1)
    components = max(1, min(5, rows // 30))
    model = GaussianMixture(components, reg_covar=0.05, max_iter=6, random_state=1)
    with threadpool_limits(1):  # matrices are so small that more threads only wait for one another
        model.fit((scores - centres) / scales)
    return {
        "centres": centres,
        "scales": scales,
        "logWeights": np.log(model.weights_),
        "means": model.means_,
        "precisions": model.precisions_,
        "logDeterminants": -2 * np.log(np.diagonal(model.precisions_cholesky_, axis1=1, axis2=2)).sum(axis=1),
    }


def deviations_between(rows, kept, is_numeric):
    """Rows × kept rows × features."""
    apart = np.abs(rows[:, None] - kept[None])
    np.minimum(apart, DEVIATION_LIMIT, out=apart)
    if not is_numeric.all():
        apart[..., ~is_numeric] = CATEGORY_DEVIATION * (apart[..., ~is_numeric] > 0)
    return apart


def nearest_rows(apart, ignored, wanted):
    """Numbers of the nearest kept rows, nearest first, by the distance without the features that differ most."""
    squares = apart.astype(np.float32) ** 2
    kept_features = squares.shape[2] - min(ignored, squares.shape[2] - 1)
    if kept_features < squares.shape[2]:
        squares.partition(kept_features - 1, axis=2)
    distances = squares[..., :kept_features].sum(axis=2)
    wanted = min(wanted, distances.shape[1])
    near = np.argpartition(distances, wanted - 1, axis=1)[:, :wanted]
    return np.take_along_axis(near, np.argsort(np.take_along_axis(distances, near, axis=1), axis=1), axis=1)


def find_widths(kept, is_numeric):
    """How far near rows usually are apart in each feature."""
    rows = kept[:WIDTH_ROWS]
    apart = deviations_between(rows, kept, is_numeric)
    near = nearest_rows(apart, 0, NEAREST + 1)[:, 1:]  # the first is the row itself
    own = np.take_along_axis(apart, near[..., None], axis=1)
    return np.maximum(LEAST_WIDTH, np.sqrt((own**2).mean(axis=(0, 1)))) if near.size else np.full(kept.shape[1], LEAST_WIDTH)


# Blame


def rarity(share):
    return np.minimum(SURPRISE_LIMIT, np.sqrt(-2 * np.log(share)))


def calibrate(profile, view, rows):
    if len(rows) < 5:
        return {"strangeness": [], "accusation": None}
    sums = np.sort(blame(profile, view, rows), axis=1)
    return {"strangeness": np.sort(sums[:, -3:].mean(axis=1)), "accusation": np.sort(sums[:, -1])[int(0.95 * len(rows))]}


def blame(profile, view, table):
    """The evidence against each value: rows × features."""
    by_itself, tail = values_by_themselves(profile, table)
    own, drop = tree_evidence(profile, view["forest"], table, by_itself)
    near, density = neighbour_evidence(profile, view, table)
    by_mixture = own if view["mixture"] is None else mixture_evidence(view["mixture"], normal_scores(table, profile))
    by_mixture = np.where(profile["isNumeric"], by_mixture, own)
    evidence = {"own": own, "drop": drop, "near": near, "density": density, "mixture": by_mixture, "tail": tail}
    return sum(weight * evidence[name] for name, weight in WEIGHTS.items())


def values_by_themselves(profile, table):
    """Surprise in deviations, and by how few learning rows are as extreme; of categories by their rarity."""
    by_itself = np.minimum(SURPRISE_LIMIT, np.abs(standardise(table, profile)))
    tail = np.empty(table.shape)
    rows = profile["rows"]
    for feature, numeric in enumerate(profile["isNumeric"]):
        column = table[:, feature]
        if numeric:
            values, shares = profile["values"][feature], profile["shares"][feature]
            below = np.interp(column, values, shares)
            extreme = np.where((column < values[0]) | (column > values[-1]), 0, np.minimum(below, 1 - below))
            tail[:, feature] = rarity(np.minimum(1, 2 * (extreme * rows + 0.5) / (rows + 1)))
        else:
            tail[:, feature] = by_itself[:, feature] = rarity(category_shares(profile, feature, column))
    return by_itself, tail


def category_shares(profile, feature, codes):
    """Half a row's worth for what was never seen (code -1)."""
    counts = np.append(profile["counts"][feature], 0)
    return np.maximum(counts[codes.astype(int)], 0.5) / profile["rows"]


def tree_evidence(profile, forest, table, by_itself):
    """How surprising each value is to the trees about it, and what surprise others lose with the trees that lean on it."""
    own, drop = by_itself.copy(), np.zeros(table.shape)
    if len(forest["targets"]) == 0:
        return own, drop
    leaves = find_leaves(forest, table)
    leaning = find_leaning(forest, table.shape[1])
    standard = standardise(table, profile)
    for target in range(table.shape[1]):
        leaf = leaves[:, forest["targets"] == target]
        weight = forest["weight"][leaf]
        if profile["isNumeric"][target]:
            surprise = np.minimum(SURPRISE_LIMIT, np.abs(standard[:, [target]] - forest["mean"][leaf]) * weight)
        else:
            code = table[:, target].astype(int)
            count = np.where(code[:, None] >= 0, forest["counts"][leaf, code[:, None]], 0)
            overall = category_shares(profile, target, code)[:, None]
            surprise = rarity((count + 2 * overall) / (forest["reached"][leaf] + 2))
        leans = leaning[leaf].astype(np.float64)  # rows × trees × features
        whole, weighted = weight.sum(axis=1), (weight * surprise).sum(axis=1)
        mean = weighted / whole
        left = whole[:, None] - np.einsum("rt,rtf->rf", weight, leans)
        left_weighted = weighted[:, None] - np.einsum("rt,rtf->rf", weight * surprise, leans)
        speaks = left > 1e-9
        without = np.where(speaks, left_weighted / np.where(speaks, left, 1), by_itself[:, [target]])
        leans_on = leans.any(axis=1)
        drop += np.where(leans_on, mean[:, None] - without, 0)
        own[:, target] = mean
    return own, drop


def neighbour_evidence(profile, view, table):
    """Mean deviation from the three nearest rows, and the gain in a density around the nearest when a value is left out."""
    standard, kept = standardise(table, profile), view["kept"]
    near, gains = np.empty(table.shape), np.empty(table.shape)
    for start in range(0, len(table), 64):  # so that distances stay in the cache
        rows = slice(start, start + 64)
        apart = deviations_between(standard[rows], kept, profile["isNumeric"])
        numbers = nearest_rows(apart, IGNORED, NEAR_ROWS)
        own = np.take_along_axis(apart, numbers[..., None], axis=1)
        costs = np.minimum(COST_LIMIT, own**2 / (2 * view["widths"] ** 2))
        totals = costs.sum(axis=2)
        density = np.exp(totals.min(axis=1, keepdims=True) - totals)
        gain = np.einsum("rk,rkf->rf", density, np.exp(costs)) / density.sum(axis=1, keepdims=True)
        near[rows] = own[:, :NEAREST].mean(axis=1)
        gains[rows] = np.sqrt(2 * np.maximum(0, np.log(gain)))
    return near, gains


def mixture_evidence(mixture, scores):
    """Gain in log density of the mixture when a value is left out."""
    rows = np.clip((scores - mixture["centres"]) / mixture["scales"], -10, 10)
    centred = rows[:, None] - mixture["means"]
    pulls = np.einsum("rkf,kfg->rkg", centred, mixture["precisions"])
    pivots = np.diagonal(mixture["precisions"], axis1=1, axis2=2)
    logs = mixture["logWeights"] - mixture["logDeterminants"] / 2 - (pulls * centred).sum(axis=2) / 2
    before = np.logaddexp.reduce(logs, axis=1)[:, None] - np.log(2 * np.pi) / 2 + CENTRE_GAIN
    without = np.logaddexp.reduce(logs[..., None] + pulls**2 / pivots / 2 - np.log(pivots) / 2, axis=1)
    return np.sqrt(2 * np.clip(without - before, 0, GAIN_LIMIT))
