import { test } from "vitest";
import { explain } from "../../src/core/explain.js";
import { explainIncidents } from "../../src/core/explain-incidents.js";
import { learn } from "../../src/core/learn.js";
import { tableFromRows } from "../../src/core/table/build-table.js";
import { simulateFaultyDays } from "./faulty-days.js";

test("measure", () => {
  const { normal, rows, faults } = simulateFaultyDays(40, 3);
  const model = learn(tableFromRows(normal as never));
  console.log(model.order);
  const t = tableFromRows(rows as never);
  let t0 = performance.now();
  const ex = explain(model, t);
  console.log("explain", performance.now() - t0);
  t0 = performance.now();
  const { counts, incidents } = explainIncidents(model, t);
  console.log("incidents", performance.now() - t0, counts);
  const per = faults.map(() => 0);
  let falseOnes = 0,
    falseBig = 0;
  const strangePer = faults.map((f) => ex.slice(f.from, f.to).filter((e) => e.strength! >= 0.95).length);
  for (const i of incidents) {
    const hit = faults.findIndex((f) => i.firstRow < f.to && i.lastRow >= f.from);
    if (hit < 0) {
      falseOnes++;
      if (i.count > 2) falseBig++;
    } else per[hit]!++;
  }
  faults.forEach((f, at) => {
    const own = incidents.filter((i) => i.firstRow < f.to && i.lastRow >= f.from);
    console.log(
      f.name,
      f.features.join(),
      f.to - f.from,
      "strange",
      strangePer[at],
      "incidents",
      per[at],
      own
        .map(
          (i) =>
            `${i.count}:${i.firstRow - f.from}..${i.lastRow - f.from} ${i.features
              .slice(0, 3)
              .map((x) => x.feature + x.share.toFixed(2))
              .join(",")}`,
        )
        .join(" | "),
    );
  });
  const found = per.filter((n) => n > 0);
  console.log(
    "found",
    found.length,
    "per found fault",
    found.reduce((a, b) => a + b, 0) / found.length,
    "false",
    falseOnes,
    falseBig,
    "normal rows",
    rows.length - faults.reduce((s, f) => s + f.to - f.from, 0),
  );
  console.log(incidents.find((i) => i.count > 15)!.text);
  console.log(JSON.stringify(incidents.find((i) => i.count > 15)!.phases, null, 1));
}, 100000);
