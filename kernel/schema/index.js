/** The schema of the kernel: its records and constants, by pieces of work. */
import { blame } from "./blame.js";
import { choice } from "./choice.js";
import { conditionals } from "./conditionals.js";
import { cutOffs } from "./cut-offs.js";
import { density } from "./density.js";
import { forest } from "./forest.js";
import { mining } from "./mining.js";
import { mixture } from "./mixture.js";
import { network } from "./network.js";
import { numbers } from "./numbers.js";
import { ruleIndex } from "./rule-index.js";
import { trees } from "./trees.js";
import { values } from "./values.js";

/** @type {readonly import("./define.js").Work[]} */
export const WORKS = [
  numbers,
  values,
  density,
  mixture,
  trees,
  conditionals,
  network,
  blame,
  choice,
  ruleIndex,
  cutOffs,
  forest,
  mining,
];
