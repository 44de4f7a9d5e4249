import { expect, test } from "vitest";
import { EMPTY_REVIEW, type Review } from "../core/review/index.js";
import { formatReviewText, parseReviewText } from "./review-text.js";

const HEAD = "format: parsight-review\nversion: 1\n";
const muted: Review = { ...EMPTY_REVIEW, muted: [{ feature: "Valve", when: [] }] };

async function messageOf(path: string, text: string): Promise<string> {
  return parseReviewText(path, text).then(
    () => "read",
    (error: Error) => error.message,
  );
}

test("a text that is no YAML or JSON is refused with its place, and so are aliases", async () => {
  expect(await messageOf("a.yaml", `${HEAD}muted: [`)).toMatch(/^a\.yaml: it is no YAML: .* line \d+/);
  expect(await messageOf("a.json", "{")).toMatch(/^a\.json: it is no JSON: /);
  expect(await messageOf("a.yaml", `${HEAD}approved: &all []\nmuted: *all\n`)).toBe(
    "a.yaml: it is no YAML without aliases: Alias resolution is disabled",
  );
  expect(await messageOf("a.yaml", "")).toBe("a.yaml: this is not a parsight review: it is not an object");
});

test("comments of people stay, also behind an entry, at the end and in files from Windows", async () => {
  const old = `${HEAD}# plant\r\nmuted:\r\n  - feature: Valve # mine\r\n  # the end\r\n`;
  const read = await parseReviewText("a.yaml", old);
  const more = { ...read, muted: [...read.muted, { feature: "Level", when: [] }] };
  const text = await formatReviewText("a.yaml", old, more);
  for (const comment of ["# plant", "Valve # mine", "# the end"]) expect(text).toContain(comment);
  expect(await parseReviewText("a.yaml", text)).toEqual({
    ...more,
    muted: [{ feature: "Level", when: [] }, read.muted[0]],
  });
  expect(await formatReviewText("a.yaml", text, more)).toBe(text);
});

test("what is written is read back, as YAML and as JSON", async () => {
  for (const path of ["a.yaml", "a.json"]) {
    expect(await parseReviewText(path, await formatReviewText(path, null, muted))).toEqual(muted);
  }
});
