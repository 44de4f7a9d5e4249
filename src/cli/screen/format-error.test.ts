import { expect, test } from "vitest";
import { InputError } from "../../core/errors/input-error.js";
import { explain } from "../../core/explain.js";
import { learn } from "../../core/learn.js";
import { formatError, formatWarning } from "./format-error.js";
import { styleOf } from "./style.js";

const PLAIN = styleOf(false, {});
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
  const text = "as a category (categorical), fewer columns (exclude), fewer rows (where)";
  expect(formatWarning({ code: "X", message: text }, PLAIN)).toBe(
    "warning X: as a category (--categorical), fewer columns (--exclude), fewer rows (--where)\n",
  );
});

test("words that only look like options stay as they are", () => {
  const message = 'the method "lime" of 4 cells, a redundancy "none" (nothing), the column maxRulesOfThumb';
  expect(formatWarning({ code: "X", message }, PLAIN)).toBe(`warning X: ${message}\n`);
});
