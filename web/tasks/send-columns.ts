/**
 * Gives a worker a copy of columns. A big table in one piece would hold up the page (200 ms for 50 MB), so they go one
 * after the other, with a pause for the page wherever some megabytes have gone.
 */

import { buffersOf } from "../../src/core/compute/index.js";
import type { Column } from "../../src/core/table/index.js";

const PIECE_BYTES = 4_000_000;

/** As messages `{ column }`. Stops when it is over. */
export async function sendColumns(worker: Worker, columns: readonly Column[], isOver: () => boolean): Promise<void> {
  let sentBytes = 0;
  for (const column of columns) {
    if (isOver()) return;
    worker.postMessage({ column });
    sentBytes += byteSize(column);
    if (sentBytes < PIECE_BYTES) continue;
    sentBytes = 0;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function byteSize(column: Column): number {
  return buffersOf(column).reduce((sum, { byteLength }) => sum + byteLength, 0);
}
