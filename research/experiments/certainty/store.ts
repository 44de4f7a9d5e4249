/** Measured cases as files, one for each: a page can be measured in pieces, and shows all that are there. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scale } from "../../data/scale.js";
import { writeWhole } from "../output/write-whole.js";
import type { Figure } from "./figure.js";
import type { Part } from "./part.js";
import type { Measured } from "./run.js";

export interface StoredCase extends Measured {
  readonly scale: Scale;
  readonly seed: number;
}

export function storeCase(folder: string, stored: StoredCase): void {
  writeWhole(casePath(folder, stored.part, stored.name), `${JSON.stringify(stored)}\n`);
}

/** In the order of the parts; those of other seeds are left out. */
export function readCases(folder: string, parts: readonly Part[], seed: number): StoredCase[] {
  return parts.flatMap(({ name: part, cases }) =>
    cases.flatMap(({ name }) => {
      const path = casePath(folder, part, name);
      if (!existsSync(path)) return [];
      const stored = JSON.parse(readFileSync(path, "utf8")) as StoredCase;
      return stored.seed === seed ? [{ ...stored, figures: stored.figures.map(withNaN) }] : [];
    }),
  );
}

/** JSON has no NaN. */
function withNaN(figure: Figure): Figure {
  return { ...figure, value: figure.value ?? Number.NaN, error: figure.error ?? Number.NaN };
}

function casePath(folder: string, part: string, name: string): string {
  return join(folder, `${part}-${name.replaceAll(/[^A-Za-z0-9]+/g, "-")}.json`);
}
