/**
 * What happens around the tank: the consumers' demand, the source's temperature, the air. Nobody logs these directly
 * (the source's temperature has a sensor); the plant feels them.
 *
 * Each is a daily curve plus a slow random part (first-order autoregressive), advanced one minute at a time.
 */
import { type Random, randomNormal } from "../../src/core/base/index.js";

export interface Environment {
  /** Minutes since the first midnight. */
  readonly minute: number;
  /** Random part of the demand, a share. */
  readonly demandSwing: number;
  /** Random part of every temperature, °C. */
  readonly weather: number;
  /** Random part of the source's water level, m: the pump feels it as head. */
  readonly sourceLevel: number;
}

export function startEnvironment(): Environment {
  return { minute: 0, demandSwing: 0, weather: 0, sourceLevel: 0 };
}

export function advanceEnvironment(environment: Environment, random: Random): Environment {
  const { minute, demandSwing, weather, sourceLevel } = environment;
  return {
    minute: minute + 1,
    demandSwing: wander(demandSwing, { memoryMinutes: 45, spread: 0.1 }, random),
    weather: wander(weather, { memoryMinutes: 1500, spread: 0.7 }, random),
    sourceLevel: wander(sourceLevel, { memoryMinutes: 300, spread: 0.12 }, random),
  };
}

/** The consumers' demand, a share in [0, 1]: least at half past three at night, most twelve hours later. */
export function demandOf({ minute, demandSwing }: Environment): number {
  return Math.min(1, Math.max(0, 0.5 - 0.36 * dayWave(minute, 3.5) + demandSwing));
}

/** °C. The source is a shallow canal: it follows the sun by a few degrees. */
export function sourceTemperature({ minute, weather }: Environment): number {
  return 14 + 4 * dayWave(minute, 15.5) + weather;
}

/** °C */
export function airTemperature({ minute, weather }: Environment): number {
  return 15 + 7 * dayWave(minute, 14.5) + 2 * weather;
}

/** Power is dear from seven to eight in the morning and from six to eight in the evening. */
export function powerPrice({ minute }: Environment): "cheap" | "dear" {
  const hour = (minute / 60) % 24;
  return (hour >= 7 && hour < 8) || (hour >= 18 && hour < 20) ? "dear" : "cheap";
}

/** A cosine over the day, 1 at the given hour. */
function dayWave(minute: number, peakHour: number): number {
  return Math.cos((2 * Math.PI * (minute / 60 - peakHour)) / 24);
}

/** One minute of a stationary random walk towards 0, with the given standard deviation in the long run. */
function wander(value: number, walk: { memoryMinutes: number; spread: number }, random: Random): number {
  const keep = Math.exp(-1 / walk.memoryMinutes);
  return keep * value + walk.spread * Math.sqrt(1 - keep * keep) * randomNormal(random);
}
