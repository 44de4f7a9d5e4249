"""Which features a model of pipeline.py blames in each row of a table, most suspect first:

    blame.py <train.csv> <model.json> <rows.csv> <ranking.json>

A test of sense for what the pipeline learnt; it is not timed. Everything comes from the saved model; the learning rows
only tell which values are categories.
"""

import json
import sys

import numpy as np
import pandas as pd

from diagnosis import blame


def with_arrays(saved):
    """The lists of a saved diagnosis as arrays again; lists of different lengths stay apart."""
    profile = {name: as_array(value) for name, value in saved["profile"].items() if name not in RAGGED}
    profile.update({name: [np.asarray(part) for part in saved["profile"][name]] for name in RAGGED})
    forest = {name: as_array(value) for name, value in saved["forest"].items()}
    mixture = saved["mixture"] and {name: as_array(value) for name, value in saved["mixture"].items()}
    view = {"forest": forest, "mixture": mixture, "kept": as_array(saved["kept"]), "widths": as_array(saved["widths"])}
    return profile, view


RAGGED = ("values", "shares", "scores", "counts")


def as_array(value):
    return np.asarray(value) if isinstance(value, list) else value


def codes_like(rows, train):
    """Categories get the codes that they had in learning, -1 where they were never seen."""
    columns = []
    for name in train:
        values = np.unique(train[name].to_numpy())
        column = rows[name].to_numpy()
        if len(values) <= 5:
            place = np.minimum(np.searchsorted(values, column), len(values) - 1)
            column = np.where(values[place] == column, place, -1)
        columns.append(column)
    return np.column_stack(columns).astype(float)


def main(train, model, rows, ranking):
    with open(model) as file:
        profile, view = with_arrays(json.load(file)["diagnosis"])
    table = codes_like(pd.read_csv(rows), pd.read_csv(train))
    order = np.argsort(-blame(profile, view, table), axis=1, kind="stable")
    with open(ranking, "w") as file:
        json.dump(order.tolist(), file)


main(*sys.argv[1:])
