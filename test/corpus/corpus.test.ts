/** Every file of the corpus is read as recorded. What a difference means, and how to record one entry: README.md. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkEntry, findMistakes, listTopics, readEntry, readTopic, recordEntry } from "./corpus.js";

/** `topic: name of the entry`, to write what is read now to the YAML; one entry at a time. */
const recorded = process.env.CORPUS_RECORD;
const topics = new Map(listTopics().map((topic) => [topic, readTopic(topic)]));

for (const [topic, entries] of topics) {
  describe(topic, () => {
    test("is described without mistakes", () => {
      expect(findMistakes(entries, join(import.meta.dirname, topic))).toEqual([]);
    });

    test.each(entries.map((entry) => [entry.name, entry] as const))("%s", async (name, entry) => {
      const outcome = await readEntry(entry);
      if (recorded === `${topic}: ${name}`) recordEntry(entry, outcome);
      else checkEntry(entry, outcome);
    });
  });
}

test("what is to be recorded is an entry", () => {
  const names = [...topics].flatMap(([topic, entries]) => entries.map(({ name }) => `${topic}: ${name}`));
  if (recorded !== undefined) expect(names).toContain(recorded);
  expect(names.length).toBeGreaterThanOrEqual(150);
});
