/**
 * The fields of JSON, NDJSON and CSV: names and types without values, for outputs whose figures may change while their
 * form may not. Elements of an array are merged; a field that some of them lack has a question mark.
 */
type Shape =
  | { readonly kind: "value"; readonly types: readonly string[] }
  | { readonly kind: "array"; readonly element: Shape | null }
  | {
      readonly kind: "object";
      readonly fields: ReadonlyMap<string, { readonly shape: Shape; readonly isOptional: boolean }>;
    };

export function describeFields(text: string): string {
  const trimmed = text.trim();
  if (trimmed === "") return text;
  const whole = tryParse(trimmed);
  if (whole !== undefined) return format(shapeOf(whole), "");
  const lines = trimmed.split("\n").map(tryParse);
  if (lines.every((line) => line !== undefined)) {
    return `${lines.length} lines of ${format(lines.map(shapeOf).reduce(merge), "")}`;
  }
  const [head = ""] = trimmed.split("\n");
  return `${head}\n`;
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shapeOf(value: unknown): Shape {
  if (Array.isArray(value))
    return { kind: "array", element: value.length === 0 ? null : value.map(shapeOf).reduce(merge) };
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).map(
      ([name, each]) => [name, { shape: shapeOf(each), isOptional: false }] as const,
    );
    return { kind: "object", fields: new Map(fields) };
  }
  return { kind: "value", types: [value === null ? "null" : typeof value] };
}

function merge(a: Shape, b: Shape): Shape {
  if (a.kind === "array" && b.kind === "array") {
    if (a.element === null || b.element === null) return { kind: "array", element: a.element ?? b.element };
    return { kind: "array", element: merge(a.element, b.element) };
  }
  if (a.kind === "object" && b.kind === "object") {
    const names = new Set([...a.fields.keys(), ...b.fields.keys()]);
    const fields = [...names].map((name) => {
      const [left, right] = [a.fields.get(name), b.fields.get(name)];
      if (left === undefined || right === undefined) {
        return [name, { shape: (left ?? right)!.shape, isOptional: true }] as const;
      }
      const isOptional = left.isOptional || right.isOptional;
      return [name, { shape: merge(left.shape, right.shape), isOptional }] as const;
    });
    return { kind: "object", fields: new Map(fields) };
  }
  return { kind: "value", types: [...new Set([...typesOf(a), ...typesOf(b)])].sort() };
}

function typesOf(shape: Shape): readonly string[] {
  return shape.kind === "value" ? shape.types : [shape.kind];
}

function format(shape: Shape, indent: string): string {
  switch (shape.kind) {
    case "value":
      return `${shape.types.join(" or ")}\n`;
    case "array":
      return shape.element === null ? "empty array\n" : `array of ${format(shape.element, indent)}`;
    case "object": {
      const inner = `${indent}  `;
      const lines = [...shape.fields]
        .map(([name, { shape: each, isOptional }]) => `${inner}${name}${isOptional ? "?" : ""}: ${format(each, inner)}`)
        .join("");
      return `object\n${lines}`;
    }
  }
}
