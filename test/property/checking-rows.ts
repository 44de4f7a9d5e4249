/** Which learning rows check which rules of a model, dealt anew from the table it was learnt from. */
import { dealChecking, rowsToCheck } from "../../src/core/learning/index.js";
import type { Model } from "../../src/core/model/index.js";
import { encodeTable, rowKeys, sampleRows } from "../../src/core/table/index.js";
import { allMeanings } from "../oracle/raw-values.js";
import { type NastyTable, toTable } from "./nasty-tables.js";

export interface CheckingRows {
  /** The part of each row, and the group of each part. */
  readonly parts: Uint8Array;
  readonly groupOf: Uint8Array;
  /** The group of each tree: rows of that group check it, and take no part in growing it. */
  readonly groupOfTree: readonly number[];
  /** Rows that check range and mined rules. */
  readonly stretches: readonly Int32Array[];
  readonly areDependent: boolean;
}

/** Contract: the model is not ordered by a time. */
export function checkingRows(model: Model, raw: NastyTable): CheckingRows {
  const { features, options, rowCount } = model;
  const table = encodeTable(features, toTable(raw));
  const inFile = Uint8Array.from({ length: rowCount }, (_, row) => Math.floor((16 * row) / rowCount));
  const stretches = model.order!.by === "file" ? inFile : null;
  const { seed } = options;
  const dealing = { stretches, keys: rowKeys(table, seed), sample: sampleRows(table, rowCount, seed), seed };
  const checking = dealChecking(table, dealing);
  return {
    ...checking,
    ...rowsToCheck(checking, dealing),
    groupOfTree: treeGroups(model, raw, checking),
  };
}

/**
 * Trees of a feature are dealt to groups in turn, and stand in the order of these; a group without rows to grow on has
 * none.
 */
function treeGroups(
  { forest, features, options }: Model,
  raw: NastyTable,
  { parts, groupOf, groupCount }: { parts: Uint8Array; groupOf: Uint8Array; groupCount: number },
): number[] {
  const rows = allMeanings(features, raw);
  const groups = Array.from({ length: groupCount }, (_, group) => group);
  return [...new Set(forest.targets)].flatMap((target) =>
    groups.flatMap((group) => {
      const canGrow = rows.some((row, i) => row[target] !== null && groupOf[parts[i]!] !== group);
      const trees = Array.from({ length: options.trees }, (_, tree) => tree % groupCount).filter(
        (own) => own === group,
      );
      return canGrow ? trees : [];
    }),
  );
}
