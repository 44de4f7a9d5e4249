"""From a CSV to a saved model in Python, as one would write it with pandas, scikit-learn and mlxtend:

    pipeline.py <table.csv> <model.json> <timing.json>

Cut-offs by trees that predict each feature from the others, the most telling first, at most four cells for a feature,
each with support above θ; range rules; mined rules of up to three predicates. No trees, neighbours or calibration for a
diagnosis, which ours learns as well. At most 100 predicates, the most frequent ones: a courtesy, mining more takes long.
"""

import json
import sys
import time

import numpy as np
import pandas as pd
from mlxtend.frequent_patterns import association_rules, fpgrowth
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

MIN_CONFIDENCE = 0.9
MAX_PREDICATES = 3
CELLS = 4
MOST_PREDICATES = 100


def learn(table):
    rows = len(table)
    min_support = max(10 / rows, 0.01)
    least = next(count for count in range(rows + 2) if count / rows > min_support)
    numeric = [name for name in table if table[name].nunique() > 5]
    cut_offs = select_cut_offs(table, numeric, propose_cuts(table, numeric, least), least)
    predicates, columns = make_predicates(table, numeric, cut_offs, least)
    order = sorted(range(len(columns)), key=lambda i: -columns[i].sum())[:MOST_PREDICATES]
    rules = mine([columns[i] for i in sorted(order)], min_support)
    return {
        "cutOffs": cut_offs,
        "predicates": [predicates[i] for i in sorted(order)],
        "rules": rules,
        "ranges": {name: range_of(table[name]) for name in numeric},
    }


def propose_cuts(table, numeric, least):
    """(gain, cut-off) by feature."""
    proposals = {name: [] for name in numeric}
    for target in table:
        inputs = [name for name in numeric if name != target]
        if not inputs:
            continue
        y = table[target]
        if target in proposals:
            tree = DecisionTreeRegressor(min_samples_leaf=least).fit(table[inputs], (y - y.mean()) / (y.std() or 1))
        else:
            tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=least).fit(table[inputs], pd.factorize(y)[0])
        tree = tree.tree_
        for node in np.flatnonzero(tree.children_left >= 0):
            left, right = tree.children_left[node], tree.children_right[node]
            kept = sum(tree.n_node_samples[child] * tree.impurity[child] for child in (left, right))
            gain = (tree.n_node_samples[node] * tree.impurity[node] - kept) / len(table)
            proposals[inputs[tree.feature[node]]].append((gain, tree.threshold[node]))
    return proposals


def select_cut_offs(table, numeric, proposals, least):
    chosen = {}
    for name in numeric:
        values = np.sort(table[name].to_numpy())
        kept = []
        for _, cut in sorted(proposals[name], key=lambda proposal: -proposal[0]):
            if len(kept) + 1 >= CELLS:
                break
            edges = np.searchsorted(values, sorted([*kept, cut]))
            if np.diff([0, *edges, len(values)]).min() >= least:
                kept.append(cut)
        chosen[name] = sorted(float(cut) for cut in kept)
    return chosen


def make_predicates(table, numeric, cut_offs, least):
    predicates, columns = [], []
    for name in table:
        if name in numeric:
            edges = [-np.inf, *cut_offs[name], np.inf]
            cells = [(f"{low} <= {name} < {high}", (table[name] >= low) & (table[name] < high))
                     for low, high in zip(edges, edges[1:])] if cut_offs[name] else []
        else:
            cells = [(f"{name} = {value}", table[name] == value) for value in sorted(table[name].unique())]
        for text, holds in cells:
            if holds.sum() >= least:
                predicates.append(text)
                columns.append(holds.to_numpy())
    return predicates, columns


def mine(columns, min_support):
    if not columns:
        return []
    frame = pd.DataFrame(np.column_stack(columns))
    itemsets = fpgrowth(frame, min_support=min_support, max_len=MAX_PREDICATES)
    if itemsets.empty:
        return []
    rules = association_rules(itemsets, metric="confidence", min_threshold=MIN_CONFIDENCE)
    rules = rules[rules["consequents"].map(len) == 1]
    score = rules["support"] + 5 * (rules["confidence"] - MIN_CONFIDENCE) / (1 - MIN_CONFIDENCE)
    rules = rules.loc[score.sort_values(ascending=False).index]
    return [
        [sorted(map(int, body)), int(next(iter(head))), support, confidence]
        for body, head, support, confidence in zip(
            rules["antecedents"], rules["consequents"], rules["support"], rules["confidence"]
        )
    ]


def range_of(column):
    mean, deviation = column.mean(), column.std()
    return [float(mean - 3 * deviation), float(mean + 3 * deviation)]


def main(table, model, timing):
    cpu, start = time.process_time(), time.perf_counter()
    learnt = learn(pd.read_csv(table))
    with open(model, "w") as file:
        json.dump(learnt, file)
    told = {"insideMs": (time.perf_counter() - start) * 1e3, "cpuMs": (time.process_time() - cpu) * 1e3}
    with open(timing, "w") as file:
        json.dump(told, file)


main(*sys.argv[1:])
