/** A chooser of rules by itself, without the blame that fills in the row at hand. */

import { f64, i32, type Kernel, layOut, u8 } from "../src/core/compute/index.js";
import { leafNumber, planTrees } from "../src/core/evidence/index.js";
import {
  choiceLayout,
  planChoice,
  prepareRuleChooser,
  type RuleChooser,
  startChoosing,
} from "../src/core/explaining/index.js";
import type { Model } from "../src/core/model/index.js";
import { EQUAL_CODE, type Forest, LEAF, splitReadings } from "../src/core/rules/index.js";
import { type EncodedTable, fillRow } from "../src/core/table/index.js";

export interface LoneChooser {
  readonly chooser: RuleChooser;
  /** Looks at a row in which these features are accused. */
  look(table: EncodedTable, row: number, accused: readonly number[]): void;
}

export function loneChooser(model: Model, kernel: Kernel): LoneChooser {
  const trees = planTrees(model);
  const { flat } = trees;
  const plan = planChoice(model, trees);
  const laid = layOut(kernel, {
    choice: choiceLayout(plan),
    row: {
      values: f64(model.features.length),
      isLeftOut: u8(model.features.length),
      treeLeaves: i32(model.forest.targets.length),
    },
  });
  const { choice, row: atHand } = laid;
  const chooser = prepareRuleChooser(plan, choice, { row: atHand, kernel });
  const readings = splitReadings(model.features);
  return {
    chooser,
    look(table, row, accused) {
      fillRow(table, row, atHand.values);
      atHand.treeLeaves.set(
        Array.from(model.forest.targets, (_, tree) =>
          leafNumber(flat.nodes, leafOf(model.forest, readings, tree, atHand.values)),
        ),
      );
      model.features.forEach(({ kind }, j) => {
        const value = atHand.values[j]!;
        atHand.isLeftOut[j] = Number(Number.isNaN(value) || (kind === "categorical" && value < 0));
        chooser.accused[j] = Number(accused.includes(j));
      });
      startChoosing(chooser);
    },
  };
}

/** The node at which a row ends; where a value is missing it goes on, somewhere. */
function leafOf(forest: Forest, readings: Uint8Array, tree: number, values: Float64Array): number {
  let node = forest.roots[tree]!;
  while (forest.splitFeatures[node] !== LEAF) {
    const feature = forest.splitFeatures[node]!;
    const [value, split] = [values[feature]!, forest.splitValues[node]!];
    const isLeft = readings[feature] === EQUAL_CODE ? value === split : value < split;
    node = isLeft ? node + 1 : forest.right[node]!;
  }
  return node;
}
