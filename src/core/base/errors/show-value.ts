/**
 * A value of any kind in a few words, for messages: 42, "text", null, [1, 2, …], a Promise, an object with name,
 * values.
 */

const MAX_LETTERS = 60;
const MAX_PARTS = 4;

export function showValue(value: unknown): string {
  if (Array.isArray(value)) return `[${listParts(value.map(showPart))}]`;
  if (typeof value !== "object" || value === null) return showPart(value);
  const kind = constructorName(value);
  if (kind !== "Object") return withArticle(kind);
  const names = Object.keys(value);
  return names.length === 0 ? "an empty object" : `an object with ${listParts(names)}`;
}

/** Never looks inside: a part may be anything, and refer to the whole. */
function showPart(value: unknown): string {
  switch (typeof value) {
    case "string":
      return `"${value.length > MAX_LETTERS ? `${value.slice(0, MAX_LETTERS - 1)}…` : value}"`;
    case "function":
      return "a function";
    case "object":
      return value === null ? "null" : Array.isArray(value) ? "a list" : withArticle(constructorName(value));
    default:
      return String(value);
  }
}

function listParts(parts: readonly string[]): string {
  return parts.length > MAX_PARTS ? `${parts.slice(0, MAX_PARTS).join(", ")}, …` : parts.join(", ");
}

function constructorName(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (typeof prototype !== "object" || prototype === null || typeof prototype.constructor !== "function")
    return "Object";
  return prototype.constructor.name || "Object";
}

function withArticle(kind: string): string {
  if (kind === "Object") return "an object";
  return `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kind}`;
}
