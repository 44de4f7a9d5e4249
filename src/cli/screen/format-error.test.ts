import { expect, test } from "vitest";
import { InputError } from "../../core/base/index.js";
import { explain } from "../../core/explain.js";
import { learn } from "../../core/learn.js";
import { formatError, formatWarning, type MessageLook } from "./format-error.js";
import { styleOf } from "./style.js";

const PLAIN: MessageLook = { style: styleOf(false, {}), program: "npx parsight", width: null };
const rows = Array.from({ length: 60 }, (_, row) => ({ x: row % 20, y: row % 2 === 0 ? "a" : "b", z: row % 3 }));

function shownErrorOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof InputError) return formatError(error, PLAIN);
    throw error;
  }
  throw new Error("nothing was refused");
}

test("hints name options as the command line spells them, everyday words among them", () => {
  const options = { maxRules: 1, minSupport: 0.1, minConfidence: 0.1, redundancy: "all", trees: 0 } as const;
  expect(shownErrorOf(() => learn(rows, options))).toBe(
    "error RULE_LIMIT: mining stopped at 1 rules (--max-rules)\n" +
      "  Raise --min-support above 0.1 or --min-confidence above 0.1, lower --max-predicates below 3, " +
      "use --redundancy productive, cut numbers into fewer cells (--cells), or raise --max-rules. No partial model was kept.\n",
  );
  expect(shownErrorOf(() => explain(learn(rows, { trees: 0 }), rows, { method: "paper", verify: true }))).toBe(
    "error OPTION_CONFLICT: there is nothing to verify with --method paper, which suggests no values\n" +
      "  Use --method diagnosis to have its suggestions verified, or do not ask for it (--verify).\n",
  );
  const text = 'as a category (categorical), fewer columns (exclude), fewer rows (where), say so (order "none")';
  expect(formatWarning({ code: "X", message: text }, PLAIN)).toBe(
    "warning X: as a category (--categorical), fewer columns (--exclude), fewer rows (--where), say so (--order none)\n",
  );
});

test("words that only look like options stay as they are", () => {
  const message = 'the method "lime" of 4 cells, a redundancy "none" (nothing), the column maxRulesOfThumb';
  expect(formatWarning({ code: "X", message }, PLAIN)).toBe(`warning X: ${message}\n`);
});

test("a hint names commands as they are typed, the message the program by its name", () => {
  const error = new InputError("X", "parsight learn has no option --x", "parsight learn --help lists them all.");
  expect(formatError(error, PLAIN)).toBe(
    "error X: parsight learn has no option --x\n  npx parsight learn --help lists them all.\n",
  );
});

test("on a narrow terminal no word is broken", () => {
  const error = new InputError(
    "X",
    "no feature called Levle in the table",
    "Closest: Level.\nFeatures are: Level, Pump, Valve.",
  );
  expect(formatError(error, { ...PLAIN, width: 24 })).toBe(
    "error X: no feature\n  called Levle in the\n  table\n  Closest: Level.\n  Features are: Level,\n  Pump, Valve.\n",
  );
});
