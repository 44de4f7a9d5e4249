/** Words among numbers and labels, as callers of the library meet them. */
import { expect, test } from "vitest";
import { explain } from "./explain.js";
import { learn } from "./learn.js";

const rows = Array.from({ length: 60 }, (_, row) => ({
  Level: (row % 17) / 2 + 0.1,
  Pump: row % 17 < 9 ? "ON" : "OFF",
  anomaly: row % 2,
}));
const broken = rows.map((row, index) => (index === 30 ? { ...row, Level: "ERR" } : row));

test("learn takes a word among numbers as missing and says so; strict refuses it", () => {
  const { features, warnings } = learn(broken);
  expect(features).toMatchObject([{ name: "Level", kind: "numeric" }, { name: "Pump" }]);
  expect(warnings).toContainEqual({
    code: "CELLS_ODD",
    message: '1 cell is no number and counts as missing: Level (1 of 60) row 30 "ERR"',
  });
  expect(() => learn(broken, { strict: true })).toThrow(
    expect.objectContaining({ code: "NUMBER_EXPECTED", message: 'feature "Level" is numeric, but row 30 holds "ERR"' }),
  );
  expect(() => learn(rows, { numeric: ["Pump"] })).toThrow('feature "Pump" is numeric, but row 0 holds "ON"');
});

test("explain takes it as missing and tells onWarning; strict refuses it", () => {
  const model = learn(rows);
  const odd = [{ Level: "ERR", Pump: "ON" }];
  const told: unknown[] = [];
  const [answer] = explain(model, odd, {}, { onWarning: (warning) => told.push(warning) });
  expect(answer?.features.map(({ feature }) => feature)).toContain("Level");
  expect(told).toEqual([
    { code: "CELLS_ODD", message: '1 cell is no number and counts as missing: Level (1 of 1) row 0 "ERR"' },
  ]);
  expect(() => explain(model, odd, { strict: true })).toThrow(expect.objectContaining({ code: "NUMBER_EXPECTED" }));
});

test("texts that are numbers are said to be no numbers, unless they are named or look like codes", () => {
  const texts = (change: (text: string) => string) =>
    Array.from({ length: 60 }, (_, row) => ({ Level: change(String(row % 20)), Pump: row % 2 ? "ON" : "OFF" }));
  const codes = (...args: Parameters<typeof learn>) => learn(...args).warnings.map(({ code }) => code);
  expect(learn(texts((text) => `${text}.5`)).warnings).toContainEqual({
    code: "TEXT_NUMBERS",
    message:
      '"Level": nearly all texts are numbers, but they are not learnt as numbers; name such columns numeric, or categorical if they are codes',
  });
  for (const kind of ["numeric", "categorical", "exclude"])
    expect(
      codes(
        texts((text) => `${text}.5`),
        { [kind]: ["Level"] },
      ),
    ).not.toContain("TEXT_NUMBERS");
  expect(codes(texts((text) => `0${text}`))).not.toContain("TEXT_NUMBERS");
  expect(codes(texts((text) => `L${text}`))).not.toContain("TEXT_NUMBERS");
  expect(codes(texts((text) => String(Number(text) % 4)))).not.toContain("TEXT_NUMBERS");
});

test("numbers with a unit or other marks are said to be no numbers, unless they are named", () => {
  const marked = Array.from({ length: 60 }, (_, row) => ({
    share: `${row % 20} %`,
    delay: `${row}ms`,
    amount: row % 2 === 0 ? `${row}.50-` : `${row}.50`,
    Pump: row % 2 ? "ON" : "OFF",
  }));
  const { warnings } = learn(marked);
  expect(warnings).toContainEqual({
    code: "NUMBERS_MARKED",
    message:
      '"share", "delay", "amount": nearly all texts are numbers with a unit or other marks ("0 %", "0ms", "0.50-"), which are not learnt as numbers; write them plainly, as in 12.5, or name such columns categorical if they are codes',
  });
  const named = learn(marked, { categorical: ["share", "delay"], exclude: ["amount"] });
  expect(named.warnings.map(({ code }) => code)).not.toContain("NUMBERS_MARKED");
});

test("numbers beyond 2^53 are left out, and as categories said to be rounded, unless they are texts", () => {
  const ids = Array.from({ length: 60 }, (_, row) => ({
    ...rows[row]!,
    id: 2n ** 60n + BigInt(row % 7),
  }));
  expect(learn(ids).excluded.map(({ name }) => name)).toEqual(["anomaly", "id"]);
  expect(learn(ids, { categorical: ["id"] }).warnings).toContainEqual({
    code: "NUMBERS_ROUNDED",
    message:
      '"id": most numbers are whole and beyond 9007199254740992 (2^53), where neighbours are the same number, so different codes may have become one category; give such columns as texts',
  });
  const { features, warnings } = learn(ids.map((row) => ({ ...row, id: String(row.id) })));
  expect(features.find(({ name }) => name === "id")).toMatchObject({ type: "text", categories: { length: 7 } });
  expect(warnings.map(({ code }) => code)).not.toContain("TEXT_NUMBERS");
});

test("labels are left out aloud, and a feature cannot say which rows are anomalies", () => {
  const { excluded, warnings } = learn(rows);
  expect(excluded).toEqual([{ name: "anomaly", reason: "it looks like a label, by its name" }]);
  expect(warnings).toContainEqual({
    code: "LABELS_LEFT_OUT",
    message:
      '"anomaly" looks like a label or a detector\'s score and was left out: rules about it would explain anomalies by their label; name it categorical or numeric to keep it',
  });
  const model = learn(rows, { categorical: ["anomaly"] });
  expect(() => explain(model, rows, { anomaly: { column: "anomaly", value: 1 } })).toThrow(
    expect.objectContaining({
      code: "ANOMALY_FEATURE",
      message: '"anomaly" is a feature of the model, so it cannot say which rows are anomalies',
    }),
  );
});
