import { expect, test } from "vitest";
import { type Commands, decide, FIRST_FILL, type Situation } from "./controller.js";

const running: Commands = { mode: "Auto", pump: "ON", pumpSpeed: 1300, valve: "Half", washedMinutes: 0 };
const night: Situation = { level: 7, demand: 0.2, power: "cheap", order: { kind: "automatic" } };
const day: Situation = { ...night, level: 9, demand: 0.8 };

test("a high level with the pump running opens the valve, whatever the demand or the operator wants", () => {
  const manual = { kind: "manual", pumpSpeed: 1300, valve: "Half" } as const;
  expect(decide(running, { ...day, level: 10, demand: 0.75 }).valve).toBe("Open");
  expect(decide(running, { ...day, level: 10.4, order: manual })).toMatchObject({ pump: "ON", valve: "Open" });
  expect(decide(running, { ...day, level: 9.9, order: manual }).valve).toBe("Half");
});

test("with the pump off a high level leaves the valve half open", () => {
  expect(decide(running, { ...night, level: 10.5 })).toMatchObject({ pump: "OFF", pumpSpeed: 0, valve: "Half" });
});

test("the valve follows the demand and does not flutter around one value", () => {
  expect(decide(running, { ...day, demand: 0.6 }).valve).toBe("Open");
  expect(decide(running, { ...day, level: 8, demand: 0.45 }).valve).toBe("Half");
  expect(decide({ ...running, valve: "Open" }, { ...day, level: 8, demand: 0.45 }).valve).toBe("Open");
});

test("the pump works harder the more is lacking", () => {
  expect(decide(running, { ...night, level: 6 }).pumpSpeed).toBeGreaterThan(decide(running, night).pumpSpeed);
});

test("while power is dear the pump rests unless water runs short", () => {
  expect(decide(running, { ...day, power: "dear" }).pump).toBe("OFF");
  const resting = decide(running, { ...day, power: "dear" });
  expect(decide(resting, { ...day, power: "dear", level: 6.5 }).pump).toBe("OFF");
  expect(decide(resting, { ...day, power: "dear", level: 5.5 }).pump).toBe("ON");
});

test("the first fill is slow and closed, until four metres", () => {
  expect(decide(FIRST_FILL, { ...night, level: 3.9 })).toEqual(FIRST_FILL);
  expect(decide(FIRST_FILL, { ...night, level: 4 }).mode).toBe("Auto");
});

test("cleaning drains, washes for twenty minutes and fills again", () => {
  let commands = decide(running, { ...night, order: { kind: "clean" } });
  expect(commands).toMatchObject({ mode: "Cleaning", pump: "OFF", valve: "Open" });
  let minutes = 0;
  while (commands.mode === "Cleaning") {
    commands = decide(commands, { ...night, level: 0.5 });
    minutes++;
  }
  expect(minutes).toBe(21);
  expect(commands).toEqual(FIRST_FILL);
});
