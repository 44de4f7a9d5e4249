"""From a CSV to a saved model in Python, as one would write it with pandas, scikit-learn and mlxtend:

    pipeline.py <table.csv> <model.json> <timing.json> rules|diagnosis apriori|fpgrowth [<cut-offs.json>]

Cut-offs by trees that predict each feature from the others, the most telling first, at most four cells for a feature,
each with support above θ; range rules; all rules of up to three predicates with support above θ and confidence above γ.
At most 100 predicates, the most frequent ones: a courtesy, mining more takes long. "diagnosis" adds what ours learns for
blaming features (diagnosis.py says what); "rules" leaves it out, and does not import it. Cut-offs are given only to compare
rules: learners that break ties differently have different cut-offs, but between the same cut-offs the rules are the same.

mlxtend recommends fpgrowth, but on predicates of which one holds in every row for each feature, and up to three of them, its
apriori is up to 15 times faster: so it is there as well. association_rules cannot be asked for one consequent only.
Left out, beside text and missing values: joining rare categories, leaving out rules that a shorter one makes superfluous,
cut-offs at numbers that read well, and checks of the input.
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pandas as pd
from mlxtend.frequent_patterns import apriori, association_rules, fpgrowth
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

MIN_CONFIDENCE = 0.9
MAX_PREDICATES = 3
CELLS = 4
MOST_PREDICATES = 100
MINERS = {"apriori": apriori, "fpgrowth": fpgrowth}


def learn(table, miner, given=None):
    rows = len(table)
    min_support = max(10 / rows, 0.01)
    least = next(count for count in range(rows + 2) if count / rows > min_support)
    numeric = [name for name in table if table[name].nunique() > 5]
    cut_offs = given or select_cut_offs(table, numeric, propose_cuts(table, numeric, least), least)
    predicates, columns = make_predicates(table, numeric, cut_offs, least)
    order = sorted(range(len(columns)), key=lambda i: -columns[i].sum())[:MOST_PREDICATES]
    return {
        "cutOffs": cut_offs,
        "predicates": [predicates[i] for i in sorted(order)],
        "rules": mine([columns[i] for i in sorted(order)], least, MINERS[miner]),
        "ranges": {name: range_of(table[name]) for name in numeric},
    }


def propose_cuts(table, numeric, least):
    """(gain, cut-off) by feature. Trees grow in as many threads as there are cores."""
    values = table[numeric].to_numpy(np.float32)  # what scikit-learn would make of it in every call

    def grow(target):
        y = table[target]
        if target in numeric:
            tree = DecisionTreeRegressor(min_samples_leaf=least, random_state=1)
            y = (y - y.mean()) / (y.std(ddof=0) or 1)
        else:
            tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=least, random_state=1)
            y = pd.factorize(y)[0]
        inputs = [place for place, name in enumerate(numeric) if name != target]
        return [] if not inputs else cuts_of(tree.fit(values[:, inputs], y).tree_, [numeric[i] for i in inputs])

    proposals = {name: [] for name in numeric}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(grow, table):
            for name, gain, cut in found:
                proposals[name].append((gain, cut))
    return proposals


def cuts_of(tree, inputs):
    """(input, gain, cut-off) of each split."""
    nodes = np.flatnonzero(tree.children_left >= 0)
    impurity = tree.n_node_samples * tree.impurity
    gains = impurity[nodes] - impurity[tree.children_left[nodes]] - impurity[tree.children_right[nodes]]
    names = [inputs[feature] for feature in tree.feature[nodes]]
    return zip(names, gains / tree.n_node_samples[0], tree.threshold[nodes])


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
    """Each as [feature, from, below] or [feature, value], and the rows where it holds. null is an open end."""
    predicates, columns = [], []
    for name in table:
        column = table[name].to_numpy()
        if name not in numeric:
            cells = [([name, value], column == value) for value in np.unique(column).tolist()]
        elif cut_offs[name]:
            edges = [None, *cut_offs[name], None]
            cells = [([name, low, high], between(column, low, high)) for low, high in zip(edges, edges[1:])]
        else:
            cells = []
        for predicate, holds in cells:
            if holds.sum() >= least:
                predicates.append(predicate)
                columns.append(holds)
    return predicates, columns


def between(column, low, high):
    return (column >= (-np.inf if low is None else low)) & (column < (np.inf if high is None else high))


def mine(columns, least, miner):
    """[antecedent, consequent, rows with the antecedent, rows with both], best first by the paper's score."""
    if not columns:
        return []
    rows = len(columns[0])
    frame = pd.DataFrame(np.column_stack(columns))
    itemsets = miner(frame, min_support=(least - 0.5) / rows, max_len=MAX_PREDICATES)
    if itemsets.empty:
        return []
    rules = association_rules(itemsets, metric="confidence", min_threshold=MIN_CONFIDENCE)
    rules = rules[rules["consequents"].map(len) == 1]
    bodies = (rules["antecedent support"] * rows).round().astype(int)
    both = (rules["support"] * rows).round().astype(int)
    score = rules["support"] + 5 * (rules["confidence"] - MIN_CONFIDENCE) / (1 - MIN_CONFIDENCE)
    frame = pd.DataFrame({"body": rules["antecedents"], "head": rules["consequents"], "bodies": bodies, "both": both})
    frame = frame.loc[score.sort_values(ascending=False).index]
    frame = frame[frame["both"] / frame["bodies"] > MIN_CONFIDENCE]
    return [
        [sorted(map(int, body)), int(next(iter(head))), bodies, both]
        for body, head, bodies, both in zip(frame["body"], frame["head"], frame["bodies"].tolist(), frame["both"].tolist())
    ]


def range_of(column):
    mean, deviation = column.mean(), column.std(ddof=0)
    return [float(mean - 3 * deviation), float(mean + 3 * deviation)]


def with_codes(table):
    """Rows × features, categories as their places in the list of them; and which features are numbers."""
    columns, is_numeric = [], []
    for name in table:
        column = table[name].to_numpy()
        values, codes = np.unique(column, return_inverse=True)
        is_numeric.append(len(values) > 5)
        columns.append(column if is_numeric[-1] else codes)
    return np.column_stack(columns).astype(float), is_numeric


def plain(value):
    """Arrays as lists, six digits of each number."""
    if isinstance(value, np.ndarray):
        return (np.round(value, 6) if value.dtype.kind == "f" else value).tolist()
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return [plain(part) for part in value]
    return value.item() if isinstance(value, np.generic) else value


def learn_file(path, model, depth, miner, given=None):
    table = pd.read_csv(path)
    learnt = learn(table, miner, given)
    if depth == "diagnosis":
        from diagnosis import learn_diagnosis

        learnt["diagnosis"] = plain(learn_diagnosis(*with_codes(table)))
    with open(model, "w") as file:
        file.write(json.dumps(learnt))


def timed(timing, depth, work):
    """Without the imports, which are all made before."""
    if depth == "diagnosis":
        import diagnosis  # noqa: F401
    cpu, start = time.process_time(), time.perf_counter()
    work()
    told = {"insideMs": (time.perf_counter() - start) * 1e3, "cpuMs": (time.process_time() - cpu) * 1e3}
    with open(timing, "w") as file:
        json.dump(told, file)


def main(path, model, timing, depth, miner, given=None):
    cut_offs = given and json.loads(open(given).read())
    timed(timing, depth, lambda: learn_file(path, model, depth, miner, cut_offs))


if __name__ == "__main__":
    main(*sys.argv[1:])
