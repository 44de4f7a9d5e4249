/** Rows of a tank by lot, for reviews. */
import { createRandom } from "../../src/core/base/index.js";

/**
 * The valve is open where the level is high and the pump runs; flow follows the pump, outflow the valve; nothing
 * follows from the mode.
 */
export function tankRows(count: number, seed: number) {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => {
    const level = Math.floor(random() * 200) / 10;
    const pump = random() < 0.5 ? "ON" : "OFF";
    const valve = level >= 10 && pump === "ON" ? "Open" : "Closed";
    const flow = pump === "ON" ? 3 + random() : random() * 0.2;
    const outflow = valve === "Open" ? 5 + random() : random() * 0.1;
    return { level, pump, valve, flow, outflow, mode: random() < 0.8 ? "Auto" : "Cleaning" };
  });
}
