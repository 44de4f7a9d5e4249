/** Runs cases one by one. */
import type { Figure } from "./figure.js";
import type { Case, Effort, Part } from "./part.js";

interface PartCase extends Case {
  readonly part: string;
}

export interface Measured {
  readonly part: string;
  readonly name: string;
  /** Of processor time: what else the machine does is no matter. */
  readonly seconds: number;
  readonly figures: readonly Figure[];
}

/** Those of the named parts, and those named "part/case"; null: all. */
export function selectCases(parts: readonly Part[], wanted: readonly string[] | null): PartCase[] {
  return parts.flatMap(({ name: part, cases }) =>
    cases
      .filter(({ name }) => wanted === null || wanted.includes(part) || wanted.includes(`${part}/${name}`))
      .map((one) => ({ ...one, part })),
  );
}

export async function measureCases(
  cases: readonly PartCase[],
  effort: Effort,
  onMeasured: (measured: Measured) => void = () => {},
): Promise<readonly Measured[]> {
  const all: Measured[] = [];
  for (const one of cases) {
    const started = process.cpuUsage();
    const figures = await one.measure(effort);
    const { user, system } = process.cpuUsage(started);
    const measured = { part: one.part, name: one.name, seconds: (user + system) / 1e6, figures };
    onMeasured(measured);
    all.push(measured);
  }
  return all;
}
