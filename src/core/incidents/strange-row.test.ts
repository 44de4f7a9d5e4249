import { expect, test } from "vitest";
import { explanation, suspect } from "../../../test/incidents/random-rows.js";
import { toStrangeRow } from "./strange-row.js";

const FLAT = suspect("Level flat (min)", 0.6, {
  source: "Level",
  aspect: "flat",
  observed: 45,
  expected: { feature: "Level flat (min)", min: 0, max: 10 },
});
const LEVEL = suspect("Level", 0.3, { observed: 7.5, expected: null });

test("what is suspect of a sensor's past is laid on the sensor, whose reading now is remembered", () => {
  const { mark, cause, units } = toStrangeRow(explanation(3, [FLAT, LEVEL, suspect("Flow", 0.1)]), 60_000);
  expect(mark).toMatchObject({ row: 3, place: 60_000, feature: "Level", observed: 7.5, expected: null });
  expect(cause?.feature).toBe("Level");
  expect([...units]).toEqual([
    ["Level", 900_000],
    ["Flow", 100_000],
  ]);
});

test("a reading that is suspect itself has what was expected of it", () => {
  const { mark } = toStrangeRow(explanation(0, [suspect("Flow", 1)]), 0);
  expect(mark).toMatchObject({ feature: "Flow", observed: 12, expected: { min: 0, max: 10 } });
});

test("without a suspect, and where the sensor is not among the features, no reading is known", () => {
  expect(toStrangeRow(explanation(0, [{ ...LEVEL }]), 0).mark).toMatchObject({ feature: null, observed: null });
  expect(toStrangeRow(explanation(0, [FLAT]), 0).mark).toMatchObject({ feature: "Level", observed: null });
});
