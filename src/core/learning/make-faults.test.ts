import { describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { type EncodedTable, encodeTable, inferFeatures, isMissingAt, tableFromRows } from "../table/index.js";
import { profileRows } from "./feature-profiles.js";
import { makeFaults } from "./make-faults.js";

const table = ((): EncodedTable => {
  const rows = Array.from({ length: 40 }, (_, i) => ({
    amount: 1.5 * i * i,
    count: i % 9 === 0 ? null : i % 7,
    state: `s${i % 3}`,
    same: "only",
    level: 10 + (i % 8) / 4,
  }));
  const plain = tableFromRows(rows);
  return encodeTable(inferFeatures(plain, { exclude: [], numeric: ["count"], categorical: [] }).features, plain);
})();

const cellAt = ({ columns }: EncodedTable, feature: number, row: number): number => {
  const column = columns[feature]!;
  return column.kind === "numeric" ? column.values[row]! : column.codes[row]!;
};

describe("faults", () => {
  const chosen = Int32Array.from({ length: 200 }, (_, i) => i % 40);
  const { rows, faults } = makeFaults(table, chosen, {
    profiles: profileRows(table).profiles,
    random: createRandom(1),
  });

  test("change just the readings that they name, and at least one of each row", () => {
    faults.forEach((wrong, row) => {
      expect(wrong.length).toBeGreaterThan(0);
      for (let feature = 0; feature < table.columns.length; feature++) {
        const isSame = Object.is(cellAt(rows, feature, row), cellAt(table, feature, chosen[row]!));
        expect(isSame, `row ${row}, feature ${feature}`).toBe(!wrong.includes(feature));
      }
    });
  });

  test("never touch a reading that is missing, and keep whole numbers whole", () => {
    const count = table.features.findIndex(({ name }) => name === "count");
    faults.forEach((wrong, row) => {
      if (isMissingAt(table.columns[count]!, chosen[row]!)) expect(wrong).not.toContain(count);
      else expect(Number.isInteger(cellAt(rows, count, row))).toBe(true);
    });
  });

  test("leave the table itself alone, and are the same for the same random numbers", () => {
    const again = makeFaults(table, chosen, { profiles: profileRows(table).profiles, random: createRandom(1) });
    expect(again.faults).toEqual(faults);
    expect(again.rows.columns).toEqual(rows.columns);
  });

  test("are none where a row has no reading at all", () => {
    const plain = tableFromRows([{ x: 1.5 }, { x: null }, { x: 2.5 }]);
    const features = inferFeatures(plain, { exclude: [], numeric: ["x"], categorical: [] }).features;
    const few = encodeTable(features, plain);
    const made = makeFaults(few, Int32Array.of(0, 1), { profiles: profileRows(few).profiles, random: createRandom(2) });
    expect(made.faults).toEqual([[0], []]);
  });
});
