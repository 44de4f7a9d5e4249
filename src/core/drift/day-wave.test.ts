import { describe, expect, test } from "vitest";
import { fillDay, momentsOfDays } from "./day-wave.js";

const HOUR = 3_600_000;

describe("the time of day", () => {
  test("is a point on a circle: near a sine and a cosine, the same every day, and 0 where it is missing", () => {
    const at = (hour: number): readonly number[] => {
      const into = new Float64Array(3);
      fillDay(Date.UTC(2026, 4, 5) + hour * HOUR, into, 1);
      return [...into.subarray(1)];
    };
    for (let hour = 0; hour < 24; hour += 0.25) {
      const angle = (2 * Math.PI * hour) / 24;
      expect(Math.abs(at(hour)[0]! - Math.sin(angle))).toBeLessThan(0.002);
      expect(Math.abs(at(hour)[1]! - Math.cos(angle))).toBeLessThan(0.002);
      expect(at(hour + 48)).toEqual(at(hour));
    }
    const missing = new Float64Array([7, 7]);
    fillDay(Number.NaN, missing, 0);
    expect([...missing]).toEqual([0, 0]);
  });

  test("takes part where rows in order of time cover four days, an hour or so apart", () => {
    const values = Float64Array.from({ length: 100 }, (_, hour) => hour * HOUR);
    values[3] = Number.NaN;
    const rows = { time: { areNumbers: false }, moments: values, span: [0, 99 * HOUR] } as const;
    const order = { by: "time", step: HOUR } as const;
    expect(momentsOfDays({ order, rows })).toBe(values);
    expect(momentsOfDays({ order, rows: { ...rows, span: [0, 89 * HOUR] } })).toBeNull();
    expect(momentsOfDays({ order: { ...order, step: 4 * HOUR }, rows })).toBeNull();
    expect(momentsOfDays({ order: { ...order, step: null }, rows })).toBeNull();
    expect(momentsOfDays({ order: { ...order, by: "none" }, rows })).toBeNull();
    expect(momentsOfDays({ order, rows: { ...rows, time: { areNumbers: true } } })).toBeNull();
    expect(momentsOfDays({ order, rows: null })).toBeNull();
  });
});
