/** One toy of each kind that the docs say how to add: its name where names stand, its file, its line in the record. */

/** Puts `line` behind the first line that contains `behind`. */
export interface Insertion {
  readonly file: string;
  readonly behind: string;
  readonly line: string;
}

export interface Toy {
  readonly kind: string;
  readonly names: readonly Insertion[];
  readonly file: { readonly path: string; readonly text: string };
  readonly lines: readonly Insertion[];
}

const explain = "src/cli/commands/explain";
const input = "src/input/duckdb";
const learning = "src/core/learning/list-rules";

export const TOYS: readonly Toy[] = [
  {
    kind: "format of explanations",
    names: [{ file: `${explain}/format-names.ts`, behind: "EXPLAIN_FORMATS = [", line: '"shout",' }],
    file: {
      path: `${explain}/formats/shout.ts`,
      text: `import type { OutputFormat } from "./output-format.js";
export const shout: OutputFormat = {
  title: "Shouting",
  readBy: "people",
  sets: "short",
  file: "text",
  rows: () => ({
    head: "LISTEN\\n",
    row: ({ row, features }) => \`\${row}: \${features[0]?.feature.toUpperCase()}!\\n\`,
    tail: "",
    unfinished: () => "",
  }),
  summary: "refused",
  incidents: "refused",
  incidentSummary: "refused",
};
`,
    },
    lines: [
      { file: `${explain}/formats.ts`, behind: ' from "', line: 'import { shout } from "./formats/shout.js";' },
      { file: `${explain}/formats.ts`, behind: "export const FORMATS", line: "shout," },
    ],
  },
  {
    kind: "format of files",
    names: [
      {
        file: `${input}/input-format-names.ts`,
        behind: "KNOWN_FORMATS = {",
        line: 'toy: { title: "Toy", magic: "TOY1" },',
      },
    ],
    file: {
      path: `${input}/toy-format.ts`,
      text: `import { type FileTable, type InputFormat, TYPED_CELLS } from "./input-format.js";
import { quotePath } from "./sql-text.js";
export const toyFormat: InputFormat<FileTable> = {
  ...TYPED_CELLS,
  open: async ({ file }) => ({ format: "toy", files: [file], names: ["a", "b"] }),
  from: ({ files }, { more }) => {
    const paths = files.map(({ path }) => quotePath(path)).join(", ");
    return \`read_csv([\${paths}], skip = 1, header = true, types = {'a': 'DOUBLE', 'b': 'DOUBLE'}\${more})\`;
  },
};
`,
    },
    lines: [
      { file: `${input}/input-formats.ts`, behind: ' from "', line: 'import { toyFormat } from "./toy-format.js";' },
      { file: `${input}/input-formats.ts`, behind: "const FORMATS", line: "toy: toyFormat," },
    ],
  },
  {
    kind: "detector",
    names: [{ file: "src/detectors/detector-kinds.ts", behind: "DETECTOR_KINDS = [", line: '"first-column",' }],
    file: {
      path: "src/detectors/first-column-method.ts",
      text: `import type { DetectorMethod } from "./detector-method.js";
export const firstColumn: DetectorMethod<null> = {
  title: "its first column",
  *train() {
    yield 1;
    return null;
  },
  score: (_, { values, width, rowCount }) => Float64Array.from({ length: rowCount }, (__, row) => values[row * width]!),
  toJson: () => ({}),
  fromJson: () => null,
};
`,
    },
    lines: [
      {
        file: "src/detectors/detectors.ts",
        behind: ' from "',
        line: 'import { firstColumn } from "./first-column-method.js";',
      },
      { file: "src/detectors/detectors.ts", behind: "export const DETECTORS", line: '"first-column": firstColumn,' },
    ],
  },
  {
    kind: "peer",
    names: [{ file: "src/compare/peer-names.ts", behind: "PEER_NAMES = [", line: '"as-it-stands",' }],
    file: {
      path: "src/compare/as-it-stands.ts",
      text: `import type { Peer } from "./peer.js";
import { rankFeatures } from "./rank-features.js";
export const createAsItStands = (): Peer => ({
  name: "As it stands",
  citation: "Nobody.",
  explain: ({ encoding }, row) => ({
    peer: "As it stands",
    features: rankFeatures(encoding, row),
    form: { kind: "weights", meaning: "the value" },
    text: "The greatest value is to blame.",
  }),
});
`,
    },
    lines: [
      {
        file: "src/compare/peers.ts",
        behind: ' from "',
        line: 'import { createAsItStands } from "./as-it-stands.js";',
      },
      { file: "src/compare/peers.ts", behind: "export const PEERS", line: '"as-it-stands": createAsItStands,' },
    ],
  },
  {
    kind: "source of rules",
    names: [{ file: "src/core/rules/rule-list.ts", behind: "LIST_SOURCES = [", line: '"hearsay",' }],
    file: {
      path: `${learning}/learn-hearsay.ts`,
      text: `import type { ListLearner } from "./list-learning.js";
export const learnHearsay: ListLearner = ({ rules, predicates, table, options }) => {
  const counts = { antecedentCount: table.rowCount, supportCount: table.rowCount };
  rules.add({ source: "hearsay", antecedent: [], consequent: predicates.length, ...counts });
  predicates.push({ kind: "present", feature: 0 });
  return options;
};
`,
    },
    lines: [
      {
        file: "src/core/rules/rule-list.ts",
        behind: "export const SOURCE_MEANINGS",
        line: 'hearsay: "what people say",',
      },
      {
        file: `${learning}/learn-list-rules.ts`,
        behind: ' from "',
        line: 'import { learnHearsay } from "./learn-hearsay.js";',
      },
      { file: `${learning}/learn-list-rules.ts`, behind: "const LEARNERS", line: "hearsay: learnHearsay," },
    ],
  },
  {
    kind: "target of export",
    names: [{ file: "src/cli/commands/export/target-names.ts", behind: "EXPORT_TARGETS = [", line: '"litany",' }],
    file: {
      path: "src/core/export/litany.ts",
      text: `import type { ExportedRule } from "./exported-rules.js";
export function litany(rules: readonly ExportedRule[]): string {
  return rules.map(({ rule }) => \`Thou shalt: \${rule.text}\\n\`).join("");
}
`,
    },
    lines: [
      {
        file: "src/core/export/index.ts",
        behind: " from ",
        line: 'export { litany } from "./litany.js";',
      },
      {
        file: "src/cli/commands/export/targets.ts",
        behind: ' from "',
        line: 'import { litany } from "../../../core/export/index.js";',
      },
      {
        file: "src/cli/commands/export/targets.ts",
        behind: "export const TARGETS",
        line: 'litany: { goesTo: "text", write: ({ chosen }) => oneFile(chosen, litany(chosen.rules)) },',
      },
    ],
  },
];
