/** A chooser of rules by itself, without the blame that fills in the row at hand. */
import {
  choiceLayout,
  planChoice,
  prepareRuleChooser,
  type RuleChooser,
  startChoosing,
} from "../src/core/explanations/choose-rule.js";
import { fillAnswers, findLeaves } from "../src/core/explanations/flat-forest.js";
import { planTrees } from "../src/core/explanations/tree-evidence.js";
import type { Kernel } from "../src/core/kernel/kernel.js";
import { f64, i32, layOut, u8 } from "../src/core/kernel/lay-out.js";
import type { Model } from "../src/core/model/model.js";
import { fillRow } from "../src/core/rules/forest-walk.js";
import type { EncodedTable } from "../src/core/table/encode-table.js";

export interface LoneChooser {
  readonly chooser: RuleChooser;
  /** Looks at a row in which these features are accused. */
  look(table: EncodedTable, row: number, accused: readonly number[]): void;
}

export function loneChooser(model: Model, kernel: Kernel | null): LoneChooser {
  const trees = planTrees(model);
  const { flat } = trees;
  const plan = planChoice(model, trees);
  const laid = layOut(kernel, {
    choice: choiceLayout(plan, kernel),
    row: {
      values: f64(model.features.length),
      isLeftOut: u8(model.features.length),
      treeLeaves: i32(model.forest.targets.length),
    },
  });
  if (laid.kernel !== kernel) throw new Error("the kernel has no room");
  const { choice, row: view } = laid.arrays;
  const chooser = prepareRuleChooser(plan, choice, view, laid.kernel);
  const answers = new Int32Array(flat.answerFeatures.length);
  return {
    chooser,
    look(table, row, accused) {
      fillRow(table, row, view.values);
      fillAnswers(flat, view.values, answers);
      findLeaves(flat, model.forest.roots, answers, view.treeLeaves);
      model.features.forEach(({ kind }, j) => {
        const value = view.values[j]!;
        view.isLeftOut[j] = Number(Number.isNaN(value) || (kind === "categorical" && value < 0));
        chooser.accused[j] = Number(accused.includes(j));
      });
      startChoosing(chooser);
    },
  };
}
