import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "./package-folder.js";

test("a file of the package is named from its root", () => {
  expect(JSON.parse(readFileSync(packageFile("package.json"), "utf8"))).toMatchObject({ name: "parsight" });
  expect(readFileSync(packageFile("src", "cli", "system", "package-folder.ts"), "utf8")).toContain("packageFile");
});
