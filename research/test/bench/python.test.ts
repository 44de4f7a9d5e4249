import { expect, test } from "vitest";
import { prepareRivals, type Rivals, whyNotRun } from "../../bench/python.js";

test("without Python the rivals are absent, and the reason names the command", () => {
  const rivals = prepareRivals(() => {}, "no-such-python");
  expect(rivals).toEqual({ kind: "absent", reason: "there is no no-such-python" });
  expect(whyNotRun(rivals, "shap")).toBe("there is no no-such-python");
});

test("a package that could not be installed keeps only its own rival from running", () => {
  const rivals: Rivals = {
    kind: "present",
    python: "python",
    pythonVersion: "3.11.7",
    packages: new Map([
      ["shap", "0.51.0"],
      ["pyfim", "not installed: no compiler"],
    ]),
  };
  expect(whyNotRun(rivals, "shap")).toBeNull();
  expect(whyNotRun(rivals, "shap", "pyfim")).toBe("pyfim not installed: no compiler");
  expect(whyNotRun(rivals, "lime")).toBe("lime not installed: it is not in the list");
});
