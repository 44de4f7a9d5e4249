"""Explainers of single rows: KernelSHAP, LIME and Anchor over the detector that flagged a row, and OutlierTree.

All learn from the same normal rows and explain the same rows. Only explaining is timed, row by row; OutlierTree, which
is made for whole tables, is timed over all rows at once.
"""

import numpy as np
import pandas as pd

from detectors import Autoencoder, Forest, best_threshold
from serve import serve, timed

state = {}


def load(train, test, rows):
    table = pd.read_csv(train)
    state["names"] = list(table)
    state["train"] = table.to_numpy(dtype=float)
    changed = pd.read_csv(rows)
    state["rows"] = changed[state["names"]].to_numpy(dtype=float)
    state["flagged by"] = ["autoencoder" if flag else "forest" for flag in changed["ae_flag"]]
    state["test"] = pd.read_csv(test)
    state["detectors"] = {"forest": Forest(state["train"]), "autoencoder": Autoencoder(state["train"])}
    return len(state["rows"])


def prepare_shap(detector):
    import shap

    explainer = shap.KernelExplainer(detector.score, shap.kmeans(state["train"], 20))
    return lambda row: explainer.shap_values(row, silent=True)


def prepare_lime(detector):
    from lime.lime_tabular import LimeTabularExplainer

    explainer = LimeTabularExplainer(
        state["train"], feature_names=state["names"], mode="regression", random_state=1
    )
    return lambda row: explainer.explain_instance(row, detector.score, num_features=len(row))


def prepare_anchor(detector):
    from anchor.anchor_tabular import AnchorTabularExplainer

    test = state["test"]
    threshold = best_threshold(detector.score(test[state["names"]].to_numpy(dtype=float)), test["label"].to_numpy())

    explainer = AnchorTabularExplainer(["normal", "anomaly"], state["names"], state["train"])

    def flag(rows):
        return (detector.score(rows) >= threshold).astype(int)

    return lambda row: explainer.explain_instance(row, flag)


def rank_shap(answer):
    return list(np.argsort(-np.abs(answer), kind="stable"))


def rank_lime(answer):
    return [feature for feature, _ in sorted(answer.as_map()[1], key=lambda pair: -abs(pair[1]))]


def rank_anchor(answer):
    return list(answer.features())


EXPLAINERS = {
    "shap": (prepare_shap, rank_shap),
    "lime": (prepare_lime, rank_lime),
    "anchor": (prepare_anchor, rank_anchor),
}


def explain(rival, row):
    """One row: its time and the features in the order in which the rival blames them."""
    prepare, rank = EXPLAINERS[rival]
    flagged_by = state["flagged by"][row]
    prepared = (rival, flagged_by)
    if prepared not in state:
        state[prepared] = prepare(state["detectors"][flagged_by])
        np.random.seed(1)
        state[prepared](state["rows"][row])  # warm
    answer, timing = timed(lambda: state[prepared](state["rows"][row]))
    return {**timing, "features": [int(feature) for feature in rank(answer)]}


def outlier_tree(repeat):
    """All rows, each `repeat` times, in one call."""
    from outliertree import OutlierTree

    if "outlier tree" not in state:
        frame = pd.DataFrame(state["train"], columns=state["names"])
        state["outlier tree"] = OutlierTree(nthreads=1).fit(frame, outliers_print=0, return_outliers=False)
        state["tiled"] = pd.DataFrame(np.tile(state["rows"], (repeat, 1)), columns=state["names"])
        state["outlier tree"].predict(state["tiled"], outliers_print=0)  # warm
    answer, timing = timed(lambda: state["outlier tree"].predict(state["tiled"], outliers_print=0))
    blamed = [value.get("column") for value in answer["suspicious_value"]]  # an empty record: nothing found
    features = [[] if name is None else [state["names"].index(name)] for name in blamed]
    return {**timing, "rows": len(state["tiled"]), "features": features[: len(state["rows"])]}


serve({"load": load, "explain": explain, "outlier_tree": outlier_tree})
