/** The components of a mixture that is being fitted: what goes in, what comes out, and what twin and kernel have in common. */

export interface MixtureRows {
  /** Row by row, nothing missing. */
  readonly rows: Float64Array;
  readonly rowCount: number;
  readonly featureCount: number;
  /** Components. */
  readonly count: number;
}

export interface Estimate {
  readonly logWeight: number;
  readonly mean: Float64Array;
  /** Lower triangular root of the covariance, row by row. */
  readonly root: Float64Array;
}

export interface ComponentFitter {
  /** Squared distance of each row from the given one. */
  distancesFrom(row: number): Float64Array;
  /** Clusters the rows around the given ones, one for each component, and fits the components from there. */
  fit(starts: readonly number[]): Estimate[];
}

export const CLUSTER_ROUNDS = 8;
export const ROUNDS = 6;
