/** All parts, in the order of the page. */
import type { Part } from "./part.js";
import { strengthPart } from "./strength.js";

export const PARTS: readonly Part[] = [strengthPart];
