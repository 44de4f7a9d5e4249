/** The review in the page: approve, mute, undo, download, in a real browser. */
import { beforeAll, expect, test } from "vitest";
import { createRandom } from "../../src/core/base/index.js";
import { learn } from "../../src/core/learn.js";
import { saveModel } from "../../src/core/model/index.js";
import { tableFromRows } from "../../src/core/table/index.js";
import { parseReviewText } from "../../src/review/review-text.js";
import { createFolder } from "../node/support.js";
import { chooseFile, downloadText, findBarriers, useWorkbench } from "./support/page.js";

const folder = createFolder();
const { openWorkbench } = useWorkbench();

function rows(count: number, seed: number) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const pump = random() < 0.5 ? "ON" : "OFF";
    const level = Math.floor(random() * 200) / 10;
    const valve = level >= 10 && pump === "ON" ? "Open" : "Closed";
    const outflow = Number((valve === "Open" ? 5 + random() : random() / 10).toFixed(3));
    return { level, pump, valve, outflow, mode: random() < 0.8 ? "Auto" : "Cleaning" };
  });
}

const ODD = "level,pump,valve,outflow,mode\n15,ON,Closed,5.5,Cleaning\n16,ON,Closed,5.4,Auto\n";
let model: string;
let odd: string;
beforeAll(() => {
  model = folder.write("tank.model.json", saveModel(learn(tableFromRows(rows(500, 1)))));
  odd = folder.write("odd.csv", ODD);
});

test("a rule is approved, a suspect muted under a condition, taken back, and the review downloaded", async () => {
  const page = await openWorkbench();
  await chooseFile(page, "Open a model", model);
  await page.getByRole("heading", { name: "tank.model.json" }).waitFor();
  const review = page.getByRole("region", { name: "Review" });
  await review.getByText("Nothing is decided yet.").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Download the review" }).isDisabled()).toBe(true);

  await page.locator("table.rules tbody button").first().click();
  await page.getByRole("button", { name: "Approve this rule" }).click();
  await expect.poll(() => page.getByRole("button", { name: "Approved" }).isDisabled()).toBe(true);
  await review.getByText("1 rule approved, 0 features muted, 0 notes").waitFor();
  await expect.poll(() => findBarriers(page)).toEqual([]);

  await page.getByRole("button", { name: "Explain rows" }).click();
  await chooseFile(page, "Choose a table", odd);
  const mute = page.getByRole("button", { name: "Mute valve" }).first();
  await mute.waitFor();
  await page.locator(".mute-form select").first().selectOption("mode");
  await mute.click();
  await review.getByText(/1 feature muted, 0 notes \(valve where mode = (Cleaning|Auto)\)/).waitFor();
  await page.getByText("The review mutes 1 suspect here.").first().waitFor();
  await expect.poll(() => findBarriers(page)).toEqual([]);

  const { name, text } = await downloadText(page, "Download the review");
  expect(name).toBe("review.yaml");
  const { approved, muted } = await parseReviewText(name, text);
  expect([approved.length, muted.map(({ feature, when }) => [feature, when.length])]).toEqual([1, [["valve", 1]]]);

  await page.getByRole("button", { name: "Undo" }).click();
  await review.getByText("1 rule approved, 0 features muted, 0 notes").waitFor();
  await page.getByText("The review mutes 1 suspect here.").first().waitFor({ state: "detached" });
});

test("a decision has a reason, who decided and an end, and one that has ended has no effect", async () => {
  const ended = folder.write(
    "ended.yaml",
    '# from the plant\nformat: parsight-review\nversion: 1\nmuted:\n  - feature: valve\n    until: "2026-01-31" # cleaned by then\n',
  );
  const page = await openWorkbench();
  await page.clock.setFixedTime("2026-11-17T12:00:00Z");
  await chooseFile(page, "Open a model", model);
  await page.getByRole("heading", { name: "tank.model.json" }).waitFor();
  const review = page.getByRole("region", { name: "Review" });
  await chooseFile(page, "Open a review", ended);
  await review.getByText("0 rules approved, 1 feature muted, 0 notes").waitFor();
  await review.getByText("All decisions").click();
  await review.getByText("muted valve (until 2026-01-31) ended: it has no effect").waitFor();

  await page.getByRole("button", { name: "Explain rows" }).click();
  await chooseFile(page, "Choose a table", odd);
  const mute = page.getByRole("button", { name: "Mute valve" }).first();
  await mute.waitFor();
  await expect.poll(() => page.getByText("The review mutes 1 suspect here.").count()).toBe(0);

  await review.getByLabel("reason").fill("moved by hand");
  await review.getByLabel("decided by").fill("Ada");
  await review.getByLabel("until").fill("2026-12-24");
  await mute.click();
  await page.getByText("The review mutes 1 suspect here.").first().waitFor();
  await expect.poll(() => review.getByLabel("reason").inputValue()).toBe("");
  await expect.poll(() => review.getByLabel("decided by").inputValue()).toBe("Ada");
  await page.getByRole("button", { name: "Undo" }).click();
  await mute.waitFor();
  await page.getByLabel("note").first().fill("ask the plant");
  await page.getByRole("button", { name: "Note on valve" }).first().click();
  await review.getByText("0 rules approved, 1 feature muted, 1 note").waitFor();
  await expect.poll(() => findBarriers(page)).toEqual([]);

  await review.getByLabel("reason").fill("moved by hand");
  await review.getByLabel("until").fill("2026-12-24");
  await mute.click();
  await review.getByText("All decisions").click();
  await review.getByText("muted valve (by Ada on 2026-11-17 until 2026-12-24: moved by hand)").waitFor();
  const { text } = await downloadText(page, "Download the review");
  expect(text).toContain("# from the plant\n");
  expect(text).toContain(
    '  - feature: "valve"\n    reason: "moved by hand"\n    by: "Ada"\n    on: "2026-11-17"\n    until: "2026-12-24"\n',
  );
  expect(text).toContain('  - feature: "valve"\n    note: "ask the plant"\n    by: "Ada"\n    on: "2026-11-17"\n');
});
