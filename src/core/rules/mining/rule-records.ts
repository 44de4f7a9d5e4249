/** Rows with antecedent and consequent, and rows with the antecedent. */
export interface RuleCounts {
  readonly supportCount: number;
  readonly antecedentCount: number;
}

/** As records have them; of rows that lie in parts they may be more than 32 bits hold. */
export type MinedNumbers = Int32Array | Float64Array;

/**
 * Mined rules as they come: for each the length of its antecedent, its items, the consequent, the rows with both, the
 * rows with the antecedent. One array of numbers that crosses threads without copying.
 */
export class RuleRecords {
  count = 0;
  private numbers = new Int32Array(256);
  private end = 0;

  add(antecedent: Int32Array, consequent: number, { supportCount, antecedentCount }: RuleCounts): void {
    if (this.end + antecedent.length + 4 > this.numbers.length) this.grow(antecedent.length + 4);
    const { numbers } = this;
    numbers[this.end++] = antecedent.length;
    for (let i = 0; i < antecedent.length; i++) numbers[this.end++] = antecedent[i]!;
    numbers[this.end++] = consequent;
    numbers[this.end++] = supportCount;
    numbers[this.end++] = antecedentCount;
    this.count++;
  }

  /** Adds `count` records that are already in this form. */
  append(records: Int32Array, count: number): void {
    if (this.end + records.length > this.numbers.length) this.grow(records.length);
    this.numbers.set(records, this.end);
    this.end += records.length;
    this.count += count;
  }

  take(): Int32Array {
    return this.numbers.slice(0, this.end);
  }

  private grow(needed: number): void {
    const larger = new Int32Array(Math.max(this.numbers.length * 2, this.end + needed));
    larger.set(this.numbers);
    this.numbers = larger;
  }
}
