/** Fits the components of a mixture in the kernel (kernel/mixture-fit.ts): lays the rows out in its memory once. */
import { evenLength, f64, fillTables, i32, type Kernel, layOutRecord, tableLayout } from "../compute/index.js";
import { FIT_BLOCK, MIXTURE_FIT, SCATTERED_ROWS } from "../schema/index.js";

export interface MixtureRows {
  /** Row by row, nothing missing. */
  readonly rows: Float64Array;
  readonly rowCount: number;
  readonly featureCount: number;
  /** Components. */
  readonly count: number;
  /** Added to the variances of each component. */
  readonly ridge: number;
}

export interface Estimate {
  readonly logWeight: number;
  readonly mean: Float64Array;
  /** Lower triangular root of the covariance, row by row. */
  readonly root: Float64Array;
}

export interface ComponentFitter {
  /** Squared distance of each row from one of them. */
  distancesFrom(row: number): Float64Array;
  /** Clusters the rows around these, one for each component, and fits the components from there. */
  fit(starts: readonly number[]): Estimate[];
}

export const CLUSTER_ROUNDS = 8;
export const ROUNDS = 6;

/** What it reserves is the caller's to release. */
export function createFitter(kernel: Kernel, mixtureRows: MixtureRows): ComponentFitter {
  const { rowCount, featureCount, count } = mixtureRows;
  const stride = evenLength(featureCount);
  const laid = layOut(kernel, mixtureRows, stride);
  const { arrays } = laid;
  const fit = laid.record.pointer;
  fillTables(arrays);
  fillRows(mixtureRows, stride, arrays);
  const setMean = (component: number, row: number): void =>
    arrays.means.set(arrays.rows.subarray(row * stride, (row + 1) * stride), component * stride);
  return {
    distancesFrom(row) {
      setMean(0, row);
      kernel.run.measureFromMean(fit, 0);
      return arrays.shares.slice(0, rowCount);
    },
    fit(starts) {
      starts.forEach((row, component) => {
        setMean(component, row);
      });
      kernel.run.clusterForMixture(fit, CLUSTER_ROUNDS);
      kernel.run.maximiseMixture(fit, ROUNDS);
      return Array.from({ length: count }, (_, component) =>
        readComponent(arrays, { component, featureCount, stride }),
      );
    },
  };
}

type FitArrays = ReturnType<typeof layOut>["arrays"];

/** The record of kernel/mixture-fit.ts. */
function layOut(kernel: Kernel, { rowCount, featureCount, count, ridge }: MixtureRows, stride: number) {
  const rowRoom = Math.ceil(rowCount / FIT_BLOCK) * FIT_BLOCK;
  const plan = {
    rows: f64(rowCount * stride),
    blocks: f64(rowRoom * featureCount),
    shares: f64(count * rowRoom),
    means: f64(count * stride),
    matrices: f64(count * featureCount * stride),
    common: f64(featureCount * stride),
    weights: f64(count),
    logWeights: f64(count),
    solved: f64(FIT_BLOCK * featureCount),
    centred: f64(SCATTERED_ROWS * stride),
    active: i32(rowCount),
    sizes: i32(count),
    ...tableLayout(),
    ridge,
    rowCount,
    rowRoom,
    featureCount,
    stride,
    componentCount: count,
  };
  return layOutRecord(kernel, MIXTURE_FIT, plan, {});
}

function fillRows({ rows, rowCount, featureCount }: MixtureRows, stride: number, arrays: FitArrays): void {
  for (let row = 0; row < rowCount; row++) {
    const first = (row - (row % FIT_BLOCK)) * featureCount + (row % FIT_BLOCK);
    for (let j = 0; j < featureCount; j++) {
      const value = rows[row * featureCount + j]!;
      arrays.rows[row * stride + j] = value;
      arrays.blocks[first + FIT_BLOCK * j] = value;
    }
  }
}

interface Place {
  readonly component: number;
  readonly featureCount: number;
  readonly stride: number;
}

function readComponent(
  { logWeights, means, matrices }: FitArrays,
  { component, featureCount, stride }: Place,
): Estimate {
  const root = new Float64Array(featureCount * featureCount);
  for (let i = 0; i < featureCount; i++) {
    const from = (component * featureCount + i) * stride;
    root.set(matrices.subarray(from, from + i + 1), i * featureCount);
  }
  return {
    logWeight: logWeights[component]!,
    mean: means.slice(component * stride, component * stride + featureCount),
    root,
  };
}
