import { describe, expect, test } from "vitest";
import { createRandom } from "../base/index.js";
import { explain } from "../explain.js";
import { learn } from "../learn.js";

/** Shops and what they sell; the rest of a row says little about the city. */
const random = createRandom(4);
const CITIES = ["London", "Lisbon", "Madrid", "Vienna", "Warsaw"];
const rows = Array.from({ length: 2000 }, (_, row) => {
  const shop = row % 3 === 0 ? "bakery" : row % 3 === 1 ? "pharmacy" : "fuel station";
  return { shop, city: CITIES[Math.floor(CITIES.length * random() ** 2)]!, amount: (row % 3) * 100 + 50 * random() };
});
const model = learn(rows, { order: "none" });

function city(written: string, options = {}) {
  const [explanation] = explain(model, [{ shop: "bakery", city: written, amount: 20 }], options);
  const { expected, suggested } = explanation!.features.find(({ feature }) => feature === "city")!;
  return { expected, suggested, text: explanation!.text };
}

describe("a category that is written nearly as a known one", () => {
  test("should be that one, whatever the rest of the row tells", () => {
    const { expected, suggested, text } = city("Wrasaw");
    expect([expected, suggested]).toEqual([{ feature: "city", in: ["Warsaw"] }, "Warsaw"]);
    expect(text).toMatch(/^city is Wrasaw, never seen in 2,000 normal rows, and should be Warsaw: city ∈ \{/);
    expect(city("VIENNA").suggested).toBe("Vienna");
  });

  test("is tried in the place of what is written", () => {
    expect(city("Wrasaw", { verify: true }).text).toContain("With city = Warsaw it would look normal");
  });

  test("is none in the place of one that is near none, where the rest of the row makes none likely", () => {
    expect(city("Paris")).toMatchObject({ suggested: null, text: expect.stringMatching(/^city is Paris, never seen/) });
  });

  test("is not told where the rule about it forbids it", () => {
    const [{ features }] = explain(model, [{ shop: "Fuel Station", city: "London", amount: 20 }]) as [
      ReturnType<typeof explain>[number],
    ];
    const shop = features.find(({ feature }) => feature === "shop")!;
    expect(shop.suggested).toBe("bakery");
  });

  test("is nothing that the method of the paper suggests", () => {
    expect(city("Wrasaw", { method: "paper" }).suggested).toBeNull();
  });
});
