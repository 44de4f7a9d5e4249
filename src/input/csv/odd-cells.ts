/** What is said about numbers that are written unusually, and about cells among numbers that are none. */
import { InputError, listInQuotes, listNames } from "../../core/base/index.js";
import { type OddCells, warnAboutOddCells } from "../../core/table/index.js";
import { parseNumber } from "./csv-cells.js";
import { cellTypeError } from "./csv-errors.js";
import { type ChosenWriting, isWrittenOtherwise, type NumberWriting, writtenNumberParser } from "./number-writing.js";

export interface ReadWarning {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** How some files write the numbers of a column, where that is to be said. */
export interface WritingNoticed extends ChosenWriting {
  readonly files: readonly string[];
  /** A cell that shows it. */
  readonly example: string;
}

/** What was noticed about the numbers of one column. */
export interface NumbersNoticed extends OddCells {
  readonly writings: readonly WritingNoticed[];
  /** The least cell with zeros before its digits, where the column is called a code; null: there is none. */
  readonly zeros: string | null;
}

type CommaWriting = Exclude<NumberWriting, "plain">;

const WRITINGS: Readonly<Record<CommaWriting, { readonly code: string; readonly how: string }>> = {
  "decimal comma": { code: "DECIMAL_COMMA", how: "a comma before decimals" },
  "thousands comma": { code: "THOUSANDS_COMMA", how: "commas between thousands" },
  "thousands point": { code: "THOUSANDS_POINT", how: "points between thousands and a comma before decimals" },
};

/** `fileCount`: of those that were read; of several it is said which are meant. */
export function warnAboutNumbers(noticed: readonly NumbersNoticed[], fileCount: number): readonly ReadWarning[] {
  const odd = noticed.filter((column) => column.odd > 0);
  const found = noticed.flatMap(({ name, writings }) => writings.map((each) => ({ ...each, name })));
  const sure = found.filter(({ isInDoubt }) => !isInDoubt);
  const commas = Object.keys(WRITINGS) as CommaWriting[];
  return [
    ...commas.flatMap((writing) => {
      const columns = sure.filter((column) => column.writing === writing);
      return columns.length === 0 ? [] : [warnAboutWriting(writing, columns, fileCount)];
    }),
    ...warnAboutDoubts(
      found.filter(({ isInDoubt }) => isInDoubt),
      fileCount,
    ),
    ...(odd.length === 0 ? [] : [warnAboutCells(odd)]),
    ...warnAboutZeros(noticed),
  ];
}

/** 01234 and 1234 may be different codes. */
function warnAboutZeros(noticed: readonly NumbersNoticed[]): readonly ReadWarning[] {
  const columns = noticed.filter(({ zeros }) => zeros !== null);
  if (columns.length === 0) return [];
  const [column, are] = columns.length === 1 ? ["column", "is"] : ["columns", "are"];
  return [
    {
      code: "ZEROS_LOST",
      message: `${column} ${listInQuotes(columns.map(({ name }) => name))} ${are} read as numbers, without the zeros before their digits: "${columns[0]!.zeros}" was read as ${Number(columns[0]!.zeros)}`,
      hint: "If they are codes, name the column (categorical), so that it is read as it is written.",
    },
  ];
}

/** Columns of texts that are numbers: whoever wrote them may have meant codes. */
export function warnAboutTextNumbers(names: readonly string[]): readonly ReadWarning[] {
  if (names.length === 0) return [];
  const [column, are] = names.length === 1 ? ["column", "is"] : ["columns", "are"];
  return [
    {
      code: "TEXT_NUMBERS",
      message: `${column} ${listInQuotes(names)} ${are} stored as text, but nearly all of it is numbers, and it is read as numbers`,
      hint: "To take a column as text, name it (categorical).",
    },
  ];
}

/** The error in place of warnings, where odd cells and numbers in doubt are refused; null: there are none. */
export function refusedNumbers(noticed: readonly NumbersNoticed[]): InputError | null {
  const odd = noticed.find((column) => column.odd > 0);
  if (odd !== undefined) return oddCellError(odd);
  for (const { name, writings } of noticed) {
    const doubt = writings.find(({ isInDoubt }) => isInDoubt);
    if (doubt === undefined) continue;
    const { taken, other } = readings(doubt);
    return new InputError(
      "NUMBERS_IN_DOUBT",
      `numbers of column "${name}"${doubt.files.length === 0 ? "" : ` of ${doubt.files[0]}`} can be read in two ways: "${doubt.example.trim()}" may be ${taken} or ${other}`,
      PLAINLY,
    );
  }
  return null;
}

/** Of a column with such cells. */
export function oddCellError({ name, first }: OddCells): InputError {
  return cellTypeError({ ...first[0]!, column: name, type: "number" });
}

const PLAINLY = "Write the numbers plainly, as in 1234.5.";

interface ColumnWriting extends WritingNoticed {
  readonly name: string;
}

function warnAboutWriting(writing: CommaWriting, columns: readonly ColumnWriting[], fileCount: number): ReadWarning {
  const example = columns[0]!.example.trim();
  const { code, how } = WRITINGS[writing];
  return {
    code,
    message: `${describeColumns(columns, fileCount)} are written with ${how}: "${example}" was read as ${writtenNumberParser(writing)(example)}`,
    hint: "If that is wrong, write the numbers plainly, as in 1234.5.",
  };
}

function warnAboutDoubts(columns: readonly ColumnWriting[], fileCount: number): readonly ReadWarning[] {
  const shown = new Map<string, ColumnWriting[]>();
  for (const column of columns) {
    const alike = shown.get(column.writing);
    if (alike === undefined) shown.set(column.writing, [column]);
    else alike.push(column);
  }
  return [...shown.values()].map((alike) => {
    const { taken, other } = readings(alike[0]!);
    return {
      code: "NUMBERS_IN_DOUBT",
      message: `${describeColumns(alike, fileCount)} can be read in two ways: "${alike[0]!.example.trim()}" was read as ${taken}, and may be ${other}`,
      hint: `The column itself does not tell, so other columns and files, the delimiter, or what a model has learnt decided. ${PLAINLY} To have them refused, say so (strict).`,
    };
  });
}

/** What a cell in doubt was taken for, and what else it may be. */
function readings({ writing, example }: WritingNoticed): {
  readonly taken: number | undefined;
  readonly other: number | undefined;
} {
  const isPoint = parseNumber(example) !== undefined;
  const others: readonly NumberWriting[] = isPoint
    ? ["plain", "thousands point"]
    : ["thousands comma", "decimal comma"];
  const other = others.find((each) => each !== writing)!;
  return { taken: writtenNumberParser(writing)(example), other: writtenNumberParser(other)(example) };
}

/** 'numbers of columns "a", "b" of one.csv'. */
function describeColumns(columns: readonly ColumnWriting[], fileCount: number): string {
  const names = [...new Set(columns.map(({ name }) => name))];
  const files = [...new Set(columns.flatMap((column) => column.files))];
  const ofFiles = files.length === 0 || files.length === fileCount ? "" : ` of ${listNames(files, 3)}`;
  return `numbers of ${names.length === 1 ? "column" : "columns"} ${listInQuotes(names)}${ofFiles}`;
}

function warnAboutCells(columns: readonly NumbersNoticed[]): ReadWarning {
  const cells = columns.flatMap(({ first }) => first.map(({ cell }) => cell.trim()));
  const other = cells.find((cell) => isWrittenOtherwise(cell) || parseNumber(cell) !== undefined);
  const found =
    other === undefined ? "" : `"${other}" is not written as other numbers of its column are: write all alike. `;
  return {
    ...warnAboutOddCells(columns),
    hint: `${found}Correct such cells, or leave them empty if there is no value. To have them refused, say so (strict); to take a column as text, learn it as one (categorical).`,
  };
}
