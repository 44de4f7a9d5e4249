/** All parts, in the order of the page. */
import { expectedPart } from "./expected.js";
import type { Part } from "./part.js";
import { probabilityPart } from "./probability.js";
import { rulesPart } from "./rule-bounds.js";
import { strengthPart } from "./strength.js";

export const PARTS: readonly Part[] = [strengthPart, rulesPart, probabilityPart, expectedPart];
