/**
 * A density of whole rows, of categories and numbers: a network in which the chances of a category depend on up to two
 * other categories, and a number is a sum of other numbers and normal noise, of which all parts depend on up to two
 * categories (Lauritzen 1992). It tells how likely a row is with any of its values left out, since categories are
 * summed over and numbers integrated in closed form.
 */
export interface Network {
  /** Of what it says in the sums of blame. */
  readonly weight: number;
  /** One for each feature. */
  readonly factors: readonly Factor[];
}

/** What a feature depends on, and how. */
export interface Factor {
  /** Features: categories, and of a number also numbers. */
  readonly parents: readonly number[];
  /**
   * For each state of the categories among the parents (the class of the first one counts most): of a category the
   * logarithms of the chances of its classes; of a number its start, a slope for each number among the parents, and the
   * spread around their sum.
   */
  readonly numbers: Float64Array;
}

/** Tables with more features have no network. */
export const MOST_NETWORK_FEATURES = 40;
