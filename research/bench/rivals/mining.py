"""Miners of itemsets and rules: mlxtend, and Borgelt's eclat and fpgrowth (pyfim). All find what is asked, no less.

Thresholds come as counts of rows, so that no rounding makes the tasks differ. Only the call of the miner is timed, with
the data in the form it likes best; making the digest of its answer is not.
"""

import hashlib
import json

import fim
import numpy as np
import pandas as pd
from mlxtend.frequent_patterns import apriori, association_rules, fpgrowth

from serve import serve, timed

task = {}


def load(path):
    with open(path) as file:
        task.update(json.load(file))
    rows, items = len(task["transactions"]), task["itemCount"]
    matrix = np.zeros((rows, items), dtype=bool)
    for row, transaction in enumerate(task["transactions"]):
        matrix[row, transaction] = True
    task["frame"] = pd.DataFrame(matrix, columns=range(items))
    task["tuples"] = [tuple(transaction) for transaction in task["transactions"]]
    return rows


def mlxtend_rules(miner):
    def mine_rules():
        share = (task["leastCount"] - 0.5) / len(task["frame"])
        itemsets = miner(task["frame"], min_support=share, max_len=task["maxPredicates"], use_colnames=True)
        return association_rules(itemsets, metric="confidence", min_threshold=task["minConfidence"])

    return mine_rules


def mlxtend_lines(table):
    rows = len(task["frame"])
    counts = zip(
        table["antecedents"],
        table["consequents"],
        (table["antecedent support"] * rows).round().astype(int),
        (table["support"] * rows).round().astype(int),
    )
    return [line(body, next(iter(head)), bodies, both) for body, head, bodies, both in counts if len(head) == 1]


def borgelt_rules(miner, algorithm, report="ba"):
    return lambda: miner(
        task["tuples"],
        target="r",
        supp=-task["leastCount"],
        conf=100 * task["minConfidence"],
        zmin=2,
        zmax=task["maxPredicates"],
        report=report,
        algo=algorithm,
        mode="o",  # support of body and head together, as everywhere else
    )


def borgelt_counts(miner, algorithm):
    """The same rules are found, but only counted by size and support: Borgelt's C code without making them for Python."""
    return borgelt_rules(miner, algorithm, report="#")


def borgelt_lines(rules):
    return [line(body, head, bodies, both) for head, body, bodies, both in rules]


MINERS = {
    "mlxtend": (mlxtend_rules(fpgrowth), mlxtend_lines),
    "mlxtend apriori": (mlxtend_rules(apriori), mlxtend_lines),
    "eclat": (borgelt_rules(fim.eclat, "a"), borgelt_lines),
    "eclat occurrence": (borgelt_rules(fim.eclat, "o"), borgelt_lines),
    "fpgrowth": (borgelt_rules(fim.fpgrowth, "s"), borgelt_lines),
    "eclat counts": (borgelt_counts(fim.eclat, "a"), None),
    "eclat occurrence counts": (borgelt_counts(fim.eclat, "o"), None),
    "fpgrowth counts": (borgelt_counts(fim.fpgrowth, "s"), None),
}


def line(body, head, bodies, both):
    """None when the confidence only reaches the threshold: ours must exceed it."""
    if both / bodies <= task["minConfidence"]:
        return None
    return f"{','.join(map(str, sorted(body)))}>{head}:{bodies}:{both}"


def mine(miner):
    answer, timing = timed(MINERS[miner][0])
    return {**timing, "found": int(sum(answer.values())) if isinstance(answer, dict) else len(answer)}


def check(miner):
    run, to_lines = MINERS[miner]
    answer, timing = timed(run)
    lines = sorted(filter(None, to_lines(answer)))
    digest = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    return {**timing, "found": len(answer), "count": len(lines), "digest": digest}


serve({"load": load, "mine": mine, "check": check})
