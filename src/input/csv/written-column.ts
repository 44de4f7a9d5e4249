/**
 * A column in which some cells are numbers with commas, or may be: every cell is read in all writings at once, and
 * counted by its file. When all cells of all columns are known, each file is told its writing (number-writing.ts).
 */
import { type Column, FEW_CELLS } from "../../core/table/index.js";
import { parseNumber, plainDecimalComma } from "./csv-cells.js";
import {
  type CellColumn,
  type CellsNoticed,
  type ColumnRules,
  createTextColumn,
  enoughNumbers,
  isMissingNumber,
} from "./csv-columns.js";
import { placeOf } from "./file-places.js";
import { GrowingNumbers, GrowingRows } from "./growing-columns.js";
import {
  CellTally,
  type ChosenWriting,
  countNumbers,
  EXAMPLES,
  type NumberCounts,
  type NumberWriting,
  WRITINGS,
  wholeCell,
  writtenNumberParser,
} from "./number-writing.js";

/** What the cells of one file showed. */
interface FileCells {
  readonly firstRow: number;
  readonly tally: CellTally;
  /** For each writing the first cells that are no numbers in it, and one that shows it. */
  readonly odd: Record<NumberWriting, { readonly line: number; readonly cell: string }[]>;
  readonly examples: Partial<Record<NumberWriting, string>>;
}

interface PlacedCell {
  readonly cell: string;
  readonly line: number;
  readonly row: number;
}

const SHOWS = WRITINGS.map((writing) => ({
  writing,
  isExample: wholeCell(EXAMPLES[writing]),
  parse: writtenNumberParser(writing),
}));

export class WrittenColumn implements CellColumn {
  readonly numbers = null;
  private readonly files = new Map<number, FileCells>();
  private readonly values = { point: new GrowingNumbers(), comma: new GrowingNumbers() };
  /** Rows whose numbers are there only if thousands are parted. */
  private readonly parted = { point: new GrowingRows(), comma: new GrowingRows() };
  private writings: ReadonlyMap<number, ChosenWriting> = new Map();

  /** `mayBe`: what it is when its numbers are too few. */
  constructor(
    private readonly name: string,
    private readonly rules: ColumnRules,
    private readonly mayBe: "numbers" | "numbers or text",
  ) {}

  add(cell: string, line: number): void {
    const row = this.values.point.length;
    const file = this.fileAt(placeOf(line).file, row);
    const comma = plainDecimalComma(cell);
    if (!Number.isNaN(comma)) this.addDecimalComma(comma, { cell, line, row }, file);
    else this.addOther({ cell, line, row }, file);
  }

  /** A short cut for the cells that most columns are of: 3,14, and 1,234, which may be thousands. */
  private addDecimalComma(value: number, at: PlacedCell, file: FileCells): void {
    const { cell, line, row } = at;
    const digits = cell.indexOf(",") - (cell.startsWith("-") ? 1 : 0);
    const isGroup =
      digits >= 1 && digits <= 3 && cell.length - cell.indexOf(",") === 4 && cell[cell.length - 4 - digits] !== "0";
    const parted = Math.round(value * 1000);
    if (isGroup) file.tally.add("both", Math.abs(parted));
    else file.tally.add(digits >= 4 ? "long decimal" : "decimal", Math.abs(value));
    this.values.point.add(isGroup ? parted : NaN);
    this.values.comma.add(value);
    if (isGroup) this.parted.point.add(row);
    if (isGroup) file.examples["thousands comma"] ??= cell;
    else if (file.odd["thousands comma"].length < FEW_CELLS) file.odd["thousands comma"].push({ line, cell });
    if (file.odd.plain.length < FEW_CELLS) file.odd.plain.push({ line, cell });
    file.examples["decimal comma"] ??= cell;
  }

  private addOther({ cell, line, row }: PlacedCell, file: FileCells): void {
    const plain = parseNumber(cell);
    if (plain === undefined && isMissingNumber(cell, this.rules)) {
      this.values.point.add(NaN);
      this.values.comma.add(NaN);
      return;
    }
    file.tally.addCell(cell, plain);
    const read = SHOWS.map(({ writing, isExample, parse }) => {
      const value = parse(cell);
      if (value === undefined && file.odd[writing].length < FEW_CELLS) file.odd[writing].push({ line, cell });
      if (value !== undefined && file.examples[writing] === undefined && isExample.test(cell))
        file.examples[writing] = cell;
      return value;
    });
    const [, withPoint, decimalComma, withComma] = read;
    this.values.point.add(withPoint ?? NaN);
    this.values.comma.add(withComma ?? NaN);
    if (plain === undefined && withPoint !== undefined) this.parted.point.add(row);
    if (decimalComma === undefined && withComma !== undefined) this.parted.comma.add(row);
  }

  counts(): ReadonlyMap<number, NumberCounts> {
    return new Map(Array.from(this.files, ([file, { tally }]) => [file, tally.counts()]));
  }

  settle(writings: ReadonlyMap<number, ChosenWriting>): void {
    this.writings = writings;
  }

  recount(): null {
    return null;
  }

  reread(): CellColumn | null {
    const { numbers, values } = this.totals();
    const isText = this.mayBe === "numbers or text" && !enoughNumbers(this.rules)(numbers, values);
    return isText ? createTextColumn(this.name, this.rules) : null;
  }

  finish(): Column {
    const point = this.values.point.finish();
    const comma = this.values.comma.finish();
    const files = [...this.files];
    files.forEach(([file, { firstRow }], place) => {
      const end = files[place + 1]?.[1].firstRow ?? point.length;
      const { writing } = this.writingOf(file);
      const mark = writing === "plain" || writing === "thousands comma" ? "point" : "comma";
      const isParted = writing === "thousands comma" || writing === "thousands point";
      for (let row = firstRow; row < end; row++) {
        const value = mark === "point" ? point[row]! : comma[row]!;
        point[row] = !isParted && this.parted[mark].has(row) ? NaN : value;
      }
    });
    return { name: this.name, type: "number", values: point };
  }

  noticed(): CellsNoticed | null {
    const { numbers, values } = this.totals();
    const files = Array.from(this.files, ([file, cells]) => ({ file, cells, chosen: this.writingOf(file) }));
    const writings = new Map<string, { files: number[]; example: string } & ChosenWriting>();
    for (const { file, cells, chosen } of files) {
      const example = cells.examples[chosen.writing];
      if (example === undefined || (chosen.writing === "plain" && !chosen.isInDoubt)) continue;
      const key = `${chosen.writing} ${chosen.isInDoubt}`;
      const alike = writings.get(key);
      if (alike === undefined) writings.set(key, { ...chosen, files: [file], example });
      else alike.files.push(file);
    }
    const first = files.flatMap(({ cells, chosen }) => cells.odd[chosen.writing]).slice(0, FEW_CELLS);
    if (first.length === 0 && writings.size === 0) return null;
    return { writings: [...writings.values()], odd: values - numbers, numbers, first };
  }

  private fileAt(file: number, row: number): FileCells {
    const known = this.files.get(file);
    if (known !== undefined) return known;
    const odd = { plain: [], "thousands comma": [], "decimal comma": [], "thousands point": [] };
    const cells: FileCells = { firstRow: row, tally: new CellTally(), odd, examples: {} };
    this.files.set(file, cells);
    return cells;
  }

  private writingOf(file: number): ChosenWriting {
    return this.writings.get(file) ?? { writing: "plain", isInDoubt: false };
  }

  private totals(): { readonly numbers: number; readonly values: number } {
    let [numbers, values] = [0, 0];
    for (const [file, { tally }] of this.files) {
      const counts = tally.counts();
      numbers += countNumbers(counts, this.writingOf(file).writing);
      values += counts.values;
    }
    return { numbers, values };
  }
}
