/** Records of a table as lines of JSON, their cells by place: any column may be called anything. */
import type { TableCell } from "../../core/presenting/index.js";

export function recordLine(cells: readonly TableCell[]): string {
  return `${JSON.stringify(Object.fromEntries(cells.map((cell, place) => [cellKey(place), cell])))}\n`;
}

export function cellKey(place: number): string {
  return `c${place}`;
}
