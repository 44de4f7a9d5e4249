/** A row this strange is a finding, where nobody says otherwise and the model can tell. */
export const DEFAULT_STRENGTH = 0.99;
