/** A small tank that moves: a level driven by a pump, a pressure that follows it; a row a minute. */
import { createRandom, randomNormal } from "../../src/core/base/index.js";

export interface MovingRow {
  readonly Time: string;
  readonly Pump: string;
  readonly Level: number;
  readonly Temperature: number;
}

/** The level rises by 0.05 a minute while the pump is on, and falls by as much; both within 2 and 8. */
export function movingRows(count: number, { seed = 1, from = 0 } = {}): MovingRow[] {
  const random = createRandom(seed);
  let [level, pump] = [5, "ON"];
  return Array.from({ length: count }, (_, minute) => {
    if (level > 8) pump = "OFF";
    if (level < 2) pump = "ON";
    level += pump === "ON" ? 0.05 : -0.05;
    return {
      Time: new Date(Date.UTC(2026, 4, 10, 0, from + minute)).toISOString(),
      Pump: pump,
      Level: Math.round(1000 * (level + 0.01 * randomNormal(random))) / 1000,
      Temperature: Math.round(100 * (20 + Math.sin(minute / 60) + 0.05 * randomNormal(random))) / 100,
    };
  });
}
