import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { type Folder, temporaryFolder } from "../../../test/cli/support/program.js";
import { runNode, runToEnd } from "../../bench/command-line.js";

let folder: Folder;
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

test("a timed process has our whole environment, as one that a user starts, and what it is given", async () => {
  folder = temporaryFolder();
  const script = folder.at("environment.cjs");
  const told = join(folder.path, "told.json");
  writeFileSync(script, `require("node:fs").writeFileSync(process.argv[2], JSON.stringify(process.env));`);
  vi.stubEnv("NODE_EXTRA_CA_CERTS", folder.at("certificates.pem"));
  vi.stubEnv("PARSIGHT_TEST_OURS", "ours");
  await runToEnd([process.execPath, script, told], { PARSIGHT_TEST_GIVEN: "given" });
  const environment = JSON.parse(readFileSync(told, "utf8")) as Record<string, string>;
  expect(environment).toMatchObject({
    NODE_EXTRA_CA_CERTS: folder.at("certificates.pem"),
    PARSIGHT_TEST_OURS: "ours",
    PARSIGHT_TEST_GIVEN: "given",
  });
});

test("a process says what it took, and its worker threads do not speak for it", async () => {
  folder = temporaryFolder();
  const script = folder.at("with-thread.cjs");
  writeFileSync(
    script,
    `const { isMainThread, Worker } = require("node:worker_threads");
     if (isMainThread) new Worker(__filename).on("exit", () => setTimeout(() => {}, 60));`,
  );
  const { wallMs, insideMs, cpuMs, peakBytes } = await runNode(script, [], folder.path);
  expect(insideMs).toBeGreaterThan(60); // the thread ends before
  expect(insideMs).toBeLessThan(wallMs);
  expect(cpuMs).toBeGreaterThan(1);
  expect(peakBytes).toBeGreaterThan(10_000_000);
});
