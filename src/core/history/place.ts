/** Where a reading stands: on the axis that windows are measured on, and in time, by which gaps are told. */
export interface Place {
  readonly at: number;
  readonly moment: number;
}
