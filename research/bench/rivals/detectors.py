"""The two detectors that flagged the rows of the pack, as scikit-learn has them: an isolation forest and an autoencoder.

An explainer is asked about the detector that flagged a row, the autoencoder where it did and else the forest, as in the
experiments: what it says about a detector that saw nothing in the row would tell nothing about the explainer. Scores
are higher for stranger rows; the threshold is the one of the best F1 on the labelled test rows.
"""

import warnings

import numpy as np
from sklearn.ensemble import IsolationForest
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPRegressor


class Forest:
    def __init__(self, train):
        self.forest = IsolationForest(random_state=1).fit(train)

    def score(self, rows):
        return -self.forest.score_samples(np.asarray(rows))


class Autoencoder:
    """Three hidden layers of two thirds, a third and two thirds of the inputs; ten epochs; mean squared error in deviations."""

    def __init__(self, train):
        self.mean = train.mean(axis=0)
        self.deviation = np.where(train.std(axis=0) > 0, train.std(axis=0), 1)
        outer, inner = (max(1, round(part * train.shape[1] / 3)) for part in (2, 1))
        network = MLPRegressor(hidden_layer_sizes=(outer, inner, outer), batch_size=min(32, len(train)), max_iter=10, random_state=1)
        inputs = self.to_inputs(train)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # ten epochs are what was asked for
            self.network = network.fit(inputs, inputs)

    def to_inputs(self, rows):
        return (np.asarray(rows) - self.mean) / self.deviation

    def score(self, rows):
        inputs = self.to_inputs(rows)
        return ((self.network.predict(inputs) - inputs) ** 2).mean(axis=1)


def best_threshold(scores, labels):
    """The score from which on a row is flagged with the best F1; of equally good ones the highest."""
    candidates = np.unique(scores)[::-1]
    f1 = [2 * labels[scores >= least].sum() / ((scores >= least).sum() + labels.sum()) for least in candidates]
    return candidates[int(np.argmax(f1))]
