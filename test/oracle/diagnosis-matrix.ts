/** Small matrices as lists of rows. */
export type Matrix = readonly (readonly number[])[];

/** The rows and columns with the given numbers. */
export function subMatrix(matrix: Matrix, numbers: readonly number[]): number[][] {
  return numbers.map((i) => numbers.map((j) => matrix[i]![j]!));
}

/** Gauss and Jordan, with the largest pivot of each column. */
export function inverse(matrix: Matrix): number[][] {
  const size = matrix.length;
  const work = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  for (let column = 0; column < size; column++) {
    swapPivot(work, column);
    const pivot = work[column]![column]!;
    work[column] = work[column]!.map((value) => value / pivot);
    for (let row = 0; row < size; row++) {
      const factor = work[row]![column]!;
      if (row !== column) work[row] = work[row]!.map((value, j) => value - factor * work[column]![j]!);
    }
  }
  return work.map((row) => row.slice(size));
}

/** By elimination; 1 for the matrix without rows. */
export function determinant(matrix: Matrix): number {
  const work = matrix.map((row) => [...row]);
  let product = 1;
  for (let column = 0; column < work.length; column++) {
    if (swapPivot(work, column)) product = -product;
    product *= work[column]![column]!;
    for (let row = column + 1; row < work.length; row++) {
      const factor = work[row]![column]! / work[column]![column]!;
      work[row] = work[row]!.map((value, j) => value - factor * work[column]![j]!);
    }
  }
  return product;
}

export function quadraticForm(matrix: Matrix, x: readonly number[]): number {
  return matrix.reduce((sum, row, i) => sum + row.reduce((part, value, j) => part + x[i]! * value * x[j]!, 0), 0);
}

/** Brings the row with the largest value of the column into its place; true when two rows changed places. */
function swapPivot(work: number[][], column: number): boolean {
  let best = column;
  for (let row = column + 1; row < work.length; row++) {
    if (Math.abs(work[row]![column]!) > Math.abs(work[best]![column]!)) best = row;
  }
  [work[column], work[best]] = [work[best]!, work[column]!];
  return best !== column;
}
