/**
 * The one generator of pseudo-random numbers: sfc32 (Chris Doty-Humphrey's small fast counter generator), seeded
 * through a 32-bit finaliser. Same seed, same numbers, in every engine.
 */
import { cosineOfTurns } from "../numbers/cosine.js";
import { log } from "../numbers/logarithm.js";

export type Random = () => number;

/** Uniform numbers in [0, 1) with 32 random bits each. The seed is any integer in [0, 2^53). */
export function createRandom(seed: number): Random {
  let a = mix32(seed >>> 0);
  let b = mix32(Math.floor(seed / 0x1_0000_0000) ^ 0x9e3779b9);
  let c = mix32(a ^ b);
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 0x1_0000_0000;
  };
  for (let round = 0; round < 12; round++) next();
  return next;
}

/** A bijective scramble of 32 bits (the finaliser of MurmurHash3). */
export function mix32(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** An integer in [0, bound). */
export function randomInteger(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}

/** A standard normal number (Box–Muller, one of the pair). */
export function randomNormal(random: Random): number {
  const radius = Math.sqrt(-2 * log(1 - random()));
  return radius * cosineOfTurns(random());
}

/** A 32-bit hash of a text, different for each seed. */
export function hashText(text: string, seed: number): number {
  let hash = mix32(seed ^ 0x9e3779b9);
  for (let i = 0; i < text.length; i++) hash = mix32(hash ^ text.charCodeAt(i));
  return hash;
}

/** `count` different entries of a list, drawn by lot, in the order of the list. */
export function randomPart<T>(list: readonly T[], count: number, random: Random): T[] {
  const places = list.map((_, place) => place);
  for (let i = 0; i < Math.min(count, list.length); i++) {
    const other = i + randomInteger(random, list.length - i);
    [places[i], places[other]] = [places[other]!, places[i]!];
  }
  return places
    .slice(0, count)
    .sort((a, b) => a - b)
    .map((place) => list[place]!);
}
