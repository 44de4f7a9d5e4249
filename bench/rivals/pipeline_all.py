"""Many tables, one after the other in one process, each as pipeline.py does it, with a diagnosis:

    pipeline_all.py <list.json> <timing.json> apriori|fpgrowth

The list has pairs of a table and where its model goes.
"""

import json
import sys

from pipeline import learn_file, timed


def main(pairs, timing, miner):
    with open(pairs) as file:
        files = json.load(file)

    def learn_all():
        for path, model in files:
            learn_file(path, model, "diagnosis", miner)

    timed(timing, "diagnosis", learn_all)


if __name__ == "__main__":
    main(*sys.argv[1:])
