/** Weeks of the water tank by their seed, each simulated once in a run. */
import { simulateWaterTank, type WaterTank } from "../../../examples/water-tank/water-tank.js";

const weeks = new Map<number, WaterTank>();

export function tankWeek(seed: number): WaterTank {
  let week = weeks.get(seed);
  if (week === undefined) weeks.set(seed, (week = simulateWaterTank(seed)));
  return week;
}

/** Seeds of weeks that nothing was learnt from. */
export const FRESH_WEEKS = 1000;
