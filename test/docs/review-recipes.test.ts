/** The steps of the recipe for GitHub Actions in docs/review.md, run as a runner would. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseBlocks, runPage } from "../cli/support/examples.js";
import { ROOT } from "../cli/support/program.js";

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

test("the steps of the workflow run, and leave SARIF to upload", () => {
  const blocks = parseBlocks(readFileSync(join(ROOT, "docs/review.md"), "utf8"));
  const workflow = parse(blocks.find(({ language }) => language === "yaml")!.text) as Workflow;
  const steps = workflow.jobs["check"]!.steps.flatMap(({ run }) => run ?? []);
  expect(steps).toHaveLength(1);
  const page = `
\`\`\`sh
npx parsight learn examples/water-tank/data/normal.csv -o tank.json --quiet --trees 2
npx parsight review mute tank.review.yaml tank.json Valve --when "Mode = Cleaning"
${steps.join("\n")}
\`\`\`

\`\`\`console
$ grep -c sarif-2.1.0 parsight.sarif
1
\`\`\`
`;
  expect(runPage(page)).toEqual({ mismatches: [], skipped: [], runCount: 2 });
});
