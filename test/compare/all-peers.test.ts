/** What every peer must do, whatever its method. */
import { describe, expect, test } from "vitest";
import { createAnchor } from "../../src/compare/anchor.js";
import { PEERS } from "../../src/compare/peers.js";
import { tableFromColumns } from "../../src/core/table/index.js";
import { forestContext, mixedTable } from "./planted.js";

const table = mixedTable(200, 3);
/** A level far out, in a row otherwise normal; valve is a text never seen in the last. */
const row = Float64Array.of(9, 0.5, 1, 1, 7);
const peers = { ...PEERS, anchor: () => createAnchor({ maxSamples: 20_000 }) };

for (const [name, create] of Object.entries(peers)) {
  describe(name, () => {
    test("lists every feature once, weights falling, with a form and a sentence", async () => {
      const { features, form, text } = await create().explain(forestContext(table), row);
      expect(features.map(({ column }) => column).sort()).toEqual([0, 1, 2, 3, 4]);
      for (let i = 1; i < features.length; i++) {
        expect(features[i]!.weight).toBeLessThanOrEqual(features[i - 1]!.weight);
        expect(Number.isFinite(features[i]!.weight)).toBe(true);
      }
      expect(form.kind).not.toBe("");
      expect(text).toMatch(/\.$/);
      expect(text).not.toMatch(/NaN|undefined|Infinity/);
      expect(JSON.parse(JSON.stringify(form))).toEqual(form);
    });

    test("gives the same answer again, whatever was explained before", async () => {
      const context = forestContext(table);
      const peer = create();
      const first = await peer.explain(context, row);
      await peer.explain(context, Float64Array.of(0, -9, 0, 2, 7));
      expect(await peer.explain(context, row)).toEqual(first);
      expect(await create().explain(forestContext(table), row)).toEqual(first);
    });

    test("never blames the constant feature that has its constant value first", async () => {
      const { features } = await create().explain(forestContext(table), row);
      expect(features[0]!.feature).not.toBe("site");
    });

    test("understands text never seen, and a row like the normal ones", async () => {
      const context = forestContext(table);
      for (const other of [Float64Array.of(0, 0, 3, 1, 7), Float64Array.of(0, 0, 0, 1, 7)]) {
        const { features } = await create().explain(context, other);
        expect(features.every(({ weight }) => Number.isFinite(weight))).toBe(true);
      }
    });

    test("has an answer for one feature, and for one normal row", async () => {
      const single = tableFromColumns({ v: Array.from({ length: 40 }, (_, i) => (i * 7) % 41) });
      const one = await create().explain(forestContext(single), Float64Array.of(100));
      expect(one.features.map(({ feature }) => feature)).toEqual(["v"]);
      const lonely = tableFromColumns({ a: [1], b: ["x"] });
      const { features } = await create().explain(forestContext(lonely), Float64Array.of(2, 0));
      expect(features).toHaveLength(2);
      expect(features.every(({ weight }) => Number.isFinite(weight))).toBe(true);
    });

    test("refuses a row of another width", async () => {
      const explain = async () => create().explain(forestContext(table), Float64Array.of(1));
      await expect(explain()).rejects.toThrow("the row has 1 values, the normal rows 5, and there are 5 features");
    });
  });
}
