/** What runs on every change: the workflow calls the steps of .ci/run, under the Nodes that the package is for. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../cli/support/program.js";

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const script = read(".ci/run");
const workflow = read(".github/workflows/checks.yml");
const { engines } = JSON.parse(read("package.json")) as { readonly engines: { readonly node: string } };

test("the workflow calls steps of .ci/run, and nothing else", () => {
  const steps = [...script.matchAll(/^ {4}(\w+)\)/gm)].map(([, step]) => step!);
  const called = [...workflow.matchAll(/^ +- run: (.*)$/gm)].map(([, command]) => command!);
  expect(steps).toEqual(["install", "test", "demo", "smoke", "research", "lts"]);
  expect(called.sort()).toEqual(["demo", "install", "research", "smoke", "test"].map((step) => `bash .ci/run ${step}`));
});

test("on three systems, from the oldest Node of the package on", () => {
  expect(workflow).toContain("os: [ubuntu-latest, macos-latest, windows-latest]");
  const nodes = /node: \[(.*)\]/
    .exec(workflow)![1]!
    .split(", ")
    .map((node) => JSON.parse(node) as string);
  expect(`>=${nodes[0]}`).toBe(engines.node);
  expect(script).toContain(`NEWEST_LTS=${nodes.at(-1)}`);
});
