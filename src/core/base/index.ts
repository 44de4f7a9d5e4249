/** Errors, seeded random numbers, numbers and text: what every other room uses. */
export { countBits, hasBit, popcount32, setBit, uniteInto, wordsFor } from "./bits/bits.js";
export { InputError, StoppedError } from "./errors/input-error.js";
export { showValue } from "./errors/show-value.js";
export {
  decimal,
  decimalExponent,
  GREATEST_EXPONENT,
  LEAST_EXPONENT,
  powerOfTen,
  roundDigits,
} from "./numbers/decimal-exponent.js";
export { EXP_ROOTS, exp } from "./numbers/exponential.js";
export { addSum, addTerms, emptySum, type FixedSum, sumValue } from "./numbers/fixed-sum.js";
export { groupDigits } from "./numbers/group-digits.js";
export { isSameNumber } from "./numbers/is-same-number.js";
export { LOG_CENTRES, log, log2 } from "./numbers/logarithm.js";
export { nextBelow } from "./numbers/next-below.js";
export { pick } from "./numbers/pick.js";
export { type ReadableStep, readableStep, roundToStep } from "./numbers/readable-step.js";
export { countBefore, countBelow, countUpTo } from "./numbers/search-sorted.js";
export { createNumberSorter, sortingNumbers } from "./numbers/sort-numbers.js";
export {
  createRandom,
  hashText,
  mix32,
  type Random,
  randomInteger,
  randomNormal,
  randomPart,
} from "./random/random.js";
export { hideSecrets } from "./text/hide-secrets.js";
export { wordsOf } from "./text/name-words.js";
export {
  compareNames,
  compareText,
  isMisread,
  knownNamesHint,
  listInQuotes,
  listNames,
  nearestName,
  quotedName,
} from "./text/names.js";
export { meantWord } from "./text/spelling.js";
export { visibleText } from "./text/visible-text.js";
