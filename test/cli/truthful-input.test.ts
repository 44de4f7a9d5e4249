/**
 * What a file really holds is found out, or said, or refused: odd cells, labels, codes, and why a column is what it is.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Folder, parsight, temporaryFolder } from "./support/program.js";

let folder: Folder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

const inFolder = (...words: readonly string[]) => parsight(words, { cwd: folder.path });

/** Rows of a small plant; `change` may put other cells into one of them. */
function plant(change: (row: number, cells: Record<string, string>) => void = () => {}): string {
  const lines = ["Level,Flow,Pump"];
  for (let row = 0; row < 600; row++) {
    const level = 8 + ((row * 37) % 41) / 10;
    const cells = {
      Level: level.toFixed(1),
      Flow: (3 * level + (row % 7) / 10).toFixed(1),
      Pump: level < 10 ? "ON" : "OFF",
    };
    change(row, cells);
    lines.push(Object.values(cells).join(","));
  }
  return `${lines.join("\n")}\n`;
}

function write(name: string, content: string): string {
  writeFileSync(folder.at(name), content);
  return name;
}

interface Learnt {
  readonly features: {
    readonly name: string;
    readonly kind: string;
    readonly reason: string;
    readonly change: string;
  }[];
  readonly excluded: { readonly name: string; readonly reason: string; readonly change: string }[];
  readonly warnings: { readonly code: string; readonly message: string }[];
}

async function learn(table: string, ...words: readonly string[]): Promise<Learnt> {
  const { code, stdout, stderr } = await inFolder(
    "learn",
    table,
    "-o",
    "model.json",
    "--order",
    "none",
    "--format",
    "json",
    ...words,
  );
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as Learnt;
}

describe("one bad cell among numbers", () => {
  const bad = plant((row, cells) => {
    if (row === 300) cells.Level = "ERR";
    if (row === 400) cells.Level = '"1,234"';
  });

  test("does not make the column categorical: learn names the cells, and --strict refuses the first", async () => {
    write("bad.csv", bad);
    const { features, warnings } = await learn("bad.csv");
    expect(features.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      "Level numeric",
      "Flow numeric",
      "Pump categorical",
    ]);
    expect(warnings).toMatchObject([
      {
        code: "CELLS_ODD",
        message:
          '2 cells are no numbers and count as missing: Level (2 of 600) bad.csv line 302 "ERR", line 402 "1,234"',
      },
    ]);
    expect(await inFolder("learn", "bad.csv", "-o", "no.json", "--strict", "-q")).toMatchObject({
      code: 2,
      stderr:
        'error CELL_TYPE: bad.csv line 302, column "Level": "ERR" is not a number\n' +
        "  Correct the cell, or leave it empty if there is no value.\n",
    });
  });

  test("is treated alike by explain: missing and named, or refused with --strict", async () => {
    write("good.csv", plant());
    await learn("good.csv");
    write("row.csv", "Level,Flow,Pump\nERR,27.3,ON\n");
    const { code, stdout, stderr } = await inFolder("explain", "model.json", "row.csv", "--format", "ndjson", "-q");
    expect(code).toBe(0);
    expect(JSON.parse(stdout).features[0]).toMatchObject({ feature: "Level", observed: null });
    expect(stderr).toBe(
      'warning CELLS_ODD: 1 cell is no number and counts as missing: Level (1 of 1) row.csv line 2 "ERR"\n' +
        "  Correct such cells, or leave them empty if there is no value. To have them refused, say so (--strict); to take a column as text, learn it as one (--categorical).\n",
    );
    for (const command of [
      ["explain", "model.json", "row.csv", "--format", "ndjson"],
      ["report", "model.json", "row.csv", "-o", "row.html"],
    ])
      expect(await inFolder(...command, "--strict", "-q")).toMatchObject({
        code: 2,
        stdout: "",
        stderr: expect.stringMatching(/^error CELL_TYPE: row\.csv line 2, column "Level": "ERR" is not a number\n/),
      });
  });

  test("stays text where the column is named categorical", async () => {
    write("bad.csv", bad);
    const { features, warnings } = await learn("bad.csv", "--categorical", "Level");
    expect(features[0]).toMatchObject({ name: "Level", kind: "categorical", reason: "named categorical" });
    expect(warnings).toEqual([]);
  });

  test("decimal commas are read as such, and it is said", async () => {
    const german = plant().replaceAll(",", ";").replaceAll(".", ",");
    const { features, warnings } = await learn(write("german.csv", german));
    expect(features.map(({ kind }) => kind)).toEqual(["numeric", "numeric", "categorical"]);
    expect(warnings).toMatchObject([
      {
        code: "DECIMAL_COMMA",
        message: 'numbers of columns "Level", "Flow" are written with a comma before decimals: "8,0" was read as 8',
      },
    ]);
  });
});

describe("lines above the table, and behind its rows", () => {
  const refuse = (table: string, ...words: readonly string[]) =>
    inFolder("learn", table, "-o", "no.json", "-q", ...words);

  test("a title above the header is refused by its line, with what to type", async () => {
    write("title.csv", `Plant 7, hall 3\n\nPressure log\n${plant()}`);
    for (const words of [[], ["--no-header"]])
      expect(await refuse("title.csv", ...words)).toMatchObject({
        code: 2,
        stderr:
          'error CSV_FIRST_LINE: title.csv line 1 looks like a title, "Plant 7, hall 3": from line 4 on there are 3 columns\n' +
          "  Remove these lines, so that the names of the columns come first: sed 1,3d old.csv > new.csv. If there is one column of texts, put them in quotes, or name another delimiter.\n",
      });
    expect(existsSync(folder.at("no.json"))).toBe(false);
  });

  test("a trailing delimiter that the header lacks is refused, in every row or in one", async () => {
    const rows = plant().split("\n");
    write("every.csv", rows.map((row, at) => (at === 0 || row === "" ? row : `${row},`)).join("\n"));
    write("one.csv", rows.map((row, at) => (at === 300 ? `${row},` : row)).join("\n"));
    for (const [table, line] of [
      ["every.csv", 2],
      ["one.csv", 301],
    ] as const)
      expect(await refuse(table)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          new RegExp(
            `^error CSV_ROW_WIDTH: ${table} line ${line} has 4 cells, the header has 3\\n.* and ends in a comma, which the header does not: `,
          ),
        ),
      });
  });

  test("a trailing delimiter behind a quoted cell with a line break is refused, in packed files too", async () => {
    const notes = Array.from({ length: 200 }, (_, row) => `${row % 7},${row % 5},"note ${row % 3}"`);
    const table = (last: string): string => `Level,Flow,Note\n${notes.join("\n")}\n${last}\n`;
    for (const [name, last] of [
      ["doubled", '1,2,"one\ntwo ""and"" three",'],
      ["several", '1,2,"one\n\n, two\nthree",'],
    ] as const) {
      writeFileSync(folder.at(`${name}.csv.gz`), gzipSync(table(last)));
      expect(await refuse(`${name}.csv.gz`), name).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`error CSV_ROW_WIDTH: ${name}.csv.gz line 202 has 4 cells, the header has 3\n`),
      });
    }
    writeFileSync(folder.at("right.csv.gz"), gzipSync(table('1,"2",\n3,4,"one\ntwo,\nthree"')));
    // The last cell is missing, or holds the delimiter.
    expect(await inFolder("learn", "right.csv.gz", "-o", "right.json", "-q")).toMatchObject({ code: 0 });
  });

  test("a table without any feature is refused with the reasons, and no model is written", async () => {
    write("names.csv", `name\n${Array.from({ length: 300 }, (_, row) => `n${row}`).join("\n")}\n`);
    expect(await refuse("names.csv")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "error NO_FEATURES: no column can be a feature, so no model was written; left out are name: it looks like an identifier (300 distinct values in 300 rows)\n",
      ),
    });
    expect(existsSync(folder.at("no.json"))).toBe(false);
  });
});

test("1.500 in a file with semicolons is what the model's numbers say, with a warning, or refused by --strict", async () => {
  const large = (row: number): number => 1640 + ((row * 37) % 319);
  write("large.csv", `Level;Pump\n${Array.from({ length: 400 }, (_, row) => `${large(row)};${row % 2}`).join("\n")}\n`);
  await learn("large.csv");
  write("parted.csv", "Level;Pump\n1.500;1\n");
  const explained = ["explain", "model.json", "parted.csv", "--format", "ndjson", "-q"];
  const { stdout, stderr } = await inFolder(...explained);
  const observed = JSON.parse(stdout).features.find(({ feature }: { readonly feature: string }) => feature === "Level");
  expect(observed).toMatchObject({ observed: 1500 });
  expect(stderr).toContain(
    'warning NUMBERS_IN_DOUBT: numbers of column "Level" can be read in two ways: "1.500" was read as 1500, and may be 1.5\n',
  );
  expect(await inFolder(...explained, "--strict")).toMatchObject({ code: 2, stdout: "" });
});

test("-9999 in many rows, far from all others, is named with the way to read it as missing", async () => {
  write(
    "far.csv",
    plant((row, cells) => {
      if (row % 30 === 0) cells.Level = "-9999";
      if (row % 50 === 1) cells.Level = "-999";
    }),
  );
  const found = (await learn("far.csv")).warnings;
  expect(found.map(({ message }) => message)).toEqual([
    "Level is -9999 in 20 of 600 rows, far from all others (-999 to 12), and is learnt as a number",
    "Level is -999 in 12 of 580 rows, far from all others (8 to 12), and is learnt as a number",
  ]);
  const sql = /--sql '(.*)'$/.exec((found[0] as { readonly hint?: string }).hint ?? "")![1]!;
  expect((await learn("far.csv", "--sql", sql)).warnings.map(({ message }) => message)).toEqual(
    found.slice(1).map(({ message }) => message),
  );
});

describe("files that are written differently", () => {
  test("are learnt and explained by what they mean, with a header repeated in one of them", async () => {
    const german = plant().replaceAll(",", ";").replaceAll(".", ",");
    write("german.csv", german);
    write("english.csv", plant().replaceAll(",", ";"));
    const [header] = german.split("\n");
    write("twice.csv", german.replace("\n", `\n${german.split("\n")[1]}\n${header}\n`));
    const { features, warnings } = await learn("english.csv", "german.csv");
    expect(features[0]).toMatchObject({ name: "Level", kind: "numeric", min: 8, max: 12 });
    expect(warnings.map(({ code }) => code)).toEqual(["DECIMAL_COMMA"]);
    const explain = ["explain", "model.json", "twice.csv", "--format", "ndjson", "-q"];
    const { stdout, stderr } = await inFolder(...explain);
    const rows = stdout.trimEnd().split("\n");
    expect(rows).toHaveLength(601);
    expect(JSON.parse(rows.at(-1)!)).toMatchObject({ row: 600 });
    expect(stderr).toMatch(
      /^warning HEADER_REPEATED: 1 line repeats the header and is not read as a row: twice\.csv line 3\n/,
    );
    expect(await inFolder(...explain, "--strict")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error HEADER_REPEATED: twice\.csv line 3 repeats the header\n/),
    });
  });
});

describe("ids of more digits than a number keeps", () => {
  const rows = Array.from({ length: 400 }, (_, row) => ({
    id: 9_007_199_254_740_992n + BigInt(row),
    account: 9_007_199_254_740_992n + BigInt(row % 6),
    at: 1_767_225_600_000_000_000n + BigInt(row) * 60_000_000_000n,
    Level: 8 + ((row * 37) % 41) / 10,
  }));
  const names = ["id", "account", "at", "Level"] as const;
  const files = {
    "long.csv": () => [names.join(), ...rows.map((row) => names.map((name) => row[name]).join())].join("\n"),
    "long.ndjson": () =>
      rows.map((row) => `{${names.map((name) => `"${name}":${String(row[name])}`).join()}}`).join("\n"),
  };

  test("are left out with the reason, and read digit by digit where they are named categorical", async () => {
    for (const [name, content] of Object.entries(files)) {
      write(name, content());
      for (const sql of [
        [],
        ["--where", "Level < 100"],
        ["--sql", 'SELECT id::HUGEINT AS id, account::BIGINT AS account, "at", Level FROM input'],
      ]) {
        const { features, excluded } = await learn(name, ...sql);
        expect(features.map((feature) => feature.name)).toEqual(["Level"]);
        expect(excluded).toMatchObject([
          { name: "id", reason: expect.stringMatching(/^it looks like an identifier \(whole numbers beyond 9,007/) },
          { name: "account", reason: expect.stringMatching(/^it looks like codes \(whole numbers beyond 9,007/) },
          { name: "at", reason: expect.stringMatching(/^it looks like moments in time \(nanoseconds since 1970/) },
        ]);
        const named = await learn(name, ...sql, "--categorical", "account,id");
        expect(named.features).toMatchObject([{ categories: 400 }, { categories: 6 }, { kind: "numeric" }]);
        expect(named.warnings).toEqual([]);
      }
    }
  });

  test("are named as the file has them", async () => {
    write("long.csv", files["long.csv"]());
    await learn("long.csv");
    const { stdout, stderr } = await inFolder("explain", "model.json", "long.csv", "--format", "ndjson", "-q");
    expect(stderr).not.toContain("warning");
    const ids = stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly id: { readonly id: string } }).id.id);
    expect(new Set(ids.map(String)).size).toBe(400);
    expect(ids[1]).toBe("9007199254740993");
  });
});

interface Explained {
  readonly features: readonly { readonly feature: string; readonly observed: unknown }[];
}

describe("codes with zeros before their digits", () => {
  const zips = ["01234", "01067", "80331", "10115"];
  const table = plant((row, cells) => {
    cells.zip = zips[row % 4]!;
  }).replace("Pump", "Pump,zip");
  const explainedZips = async (...files: readonly string[]): Promise<readonly unknown[]> => {
    const { code, stdout, stderr } = await inFolder("explain", "model.json", ...files, "--format", "ndjson", "-q");
    expect([code, stderr]).toEqual([0, ""]);
    return stdout
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as Explained).features.find(({ feature }) => feature === "zip")?.observed);
  };

  test("are categories as they are written where they are named so, however they are read", async () => {
    write("zips.csv", table);
    writeFileSync(folder.at("zips.csv.gz"), gzipSync(table));
    const models: string[] = [];
    for (const [name, ...words] of [["zips.csv"], ["zips.csv.gz"], ["zips.csv", "--sql", "SELECT * FROM input"]]) {
      const { warnings } = await learn(name!, ...words, "--categorical", "zip");
      expect(warnings).toEqual([]);
      models.push(readFileSync(folder.at("model.json"), "utf8"));
    }
    expect(new Set(models).size).toBe(1);
    const { features } = JSON.parse(models[0]!) as { readonly features: readonly object[] };
    expect(features[3]).toMatchObject({ type: "text", categories: zips.toSorted() });
    const rows = "Level,Flow,Pump,zip\n8.5,25.6,ON,01234\n8.5,25.6,ON,1234\n";
    write("rows.csv", rows);
    writeFileSync(folder.at("rows.csv.gz"), gzipSync(rows));
    for (const name of ["rows.csv", "rows.csv.gz"]) expect(await explainedZips(name)).toEqual(["01234", "1234"]);
  });

  test("are said to lose them where the column is called a code and not named", async () => {
    write("zips.csv", table.replace(",zip", ",zip,hour").replaceAll(/,(\d{5})$/gm, ",$1,07"));
    for (const words of [[], ["--where", "Level < 100"], ["--sql", "SELECT * FROM input"]])
      expect((await learn("zips.csv", ...words)).warnings).toMatchObject([{ code: "ZEROS_LOST" }]);
    expect((await learn("zips.csv")).warnings[0]!.message).toContain('"01067" was read as 1067');
    for (const option of ["--categorical", "--numeric"]) {
      const { warnings } = await learn("zips.csv", option, "zip");
      expect(warnings.map(({ code }) => code)).not.toContain("ZEROS_LOST");
    }
  });
});

describe("labels", () => {
  const labelled = (): string =>
    plant()
      .trimEnd()
      .split("\n")
      .map((line, row) => (row === 0 ? `${line},anomaly,changepoint` : `${line},${row % 60 === 0 ? 1 : 0},0`))
      .join("\n");

  test("are left out aloud, and kept when they are named", async () => {
    write("labelled.csv", labelled());
    const { excluded, warnings } = await learn("labelled.csv");
    const label = { reason: "it looks like a label, by its name", change: "--numeric, --categorical" };
    expect(excluded).toEqual([
      { name: "anomaly", ...label },
      { name: "changepoint", ...label },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(["LABELS_LEFT_OUT"]);
    const { stderr } = await inFolder("learn", "labelled.csv", "-o", "model.json", "--order", "none", "-q");
    expect(stderr).toBe(
      'warning LABELS_LEFT_OUT: "anomaly", "changepoint" look like labels or scores of a detector and were left out: rules about them would explain anomalies by their label; --categorical or --numeric and their names keep them\n',
    );
    const kept = await learn("labelled.csv", "--categorical", "anomaly");
    expect(kept.features.map(({ name }) => name)).toEqual(["Level", "Flow", "Pump", "anomaly"]);
  });

  test("that a model has learnt cannot say which rows are anomalies", async () => {
    write("labelled.csv", labelled());
    await learn("labelled.csv", "--categorical", "anomaly");
    for (const command of [
      ["explain", "model.json", "labelled.csv", "--format", "csv"],
      ["report", "model.json", "labelled.csv", "-o", "labels.html"],
    ])
      expect(await inFolder(...command, "--anomaly", "anomaly=1", "-q")).toMatchObject({
        code: 2,
        stderr:
          'error ANOMALY_FEATURE: "anomaly" is a feature of the model, so it cannot say which rows are anomalies\n' +
          "  If it is a flag or a label, learn again without it (--exclude), or only from the rows that it calls normal (--normal). To choose rows by what was measured, use a condition (--where).\n",
      });
    await learn("labelled.csv", "--normal", "anomaly=0");
    const { code, stdout } = await inFolder(
      ...["explain", "model.json", "labelled.csv", "--anomaly", "anomaly=1", "--format", "ndjson", "-q"],
    );
    expect(code).toBe(0);
    expect(stdout).not.toContain('"feature":"anomaly"');
  });
});

test("every decision about a column is listed with its reason and the option that changes it", async () => {
  const lines = ["order,customer_id,station_id,temp,retries,mode,at"];
  let order = 10_000;
  for (let row = 0; row < 6000; row++) {
    order += 1 + ((row * 7) % 5);
    const [temp, retries] = [20 + (row % 3) / 2, row % 4];
    const at = `2026-05-04 ${String(Math.floor(row / 60) % 24).padStart(2, "0")}:${String(row % 60).padStart(2, "0")}:00+00`;
    lines.push([order, (row * 7919) % 2003, row % 9, temp, retries, row % 2, at].join(","));
  }
  write("kinds.csv", `${lines.join("\n")}\n`);
  const { features, excluded } = await learn("kinds.csv", "--trees", "1");
  expect(features.map(({ name, kind, reason, change }) => [name, kind, reason, change])).toEqual([
    ["station_id", "categorical", "whole numbers that are codes by its name, 9 different", "--numeric, --exclude"],
    ["temp", "numeric", "readings in even steps of 0.5 (20, 20.5 and 21)", "--categorical, --exclude"],
    ["retries", "numeric", "whole numbers that are a count by its name (0, 1, 2 and 3)", "--categorical, --exclude"],
    ["mode", "categorical", "few numbers (0 and 1)", "--numeric, --exclude"],
  ]);
  expect(excluded.map(({ name, reason }) => [name, reason])).toEqual([
    [
      "order",
      expect.stringMatching(/^it looks like an identifier \(6,000 whole numbers, no two alike, in a range of /),
    ],
    ["customer_id", "it looks like codes (2,003 distinct values in 6,000 rows, too few of each to learn from)"],
    ["at", "it holds moments in time"],
  ]);
  const { stdout } = await inFolder("learn", "kinds.csv", "-o", "model.json", "--trees", "1");
  expect(stdout.replace(/\s+/g, " ")).toContain(
    "because station_id categorical: whole numbers that are codes by its name, 9 different; temp numeric: readings in even steps of 0.5 (20, 20.5 and 21); ",
  );
  expect(stdout).toMatch(/^ {2}to change +--numeric, --categorical or --exclude, and the names of columns$/m);
});

describe("a day and a time of day in two columns", () => {
  /** A level that moves slowly, every seven minutes; three rows of each sixty have a fault. */
  const rows = (names: string, write: (moment: string) => string, line = (cells: string) => cells): string => {
    let level = 10;
    const lines = Array.from({ length: 600 }, (_, row) => {
      level = 0.9 * level + 1 + Math.sin(row * 12.9898) / 2;
      const flow = row % 60 < 3 ? 99 : 3 * level + Math.cos(row * 78.233) / 5;
      const moment = new Date(Date.UTC(2026, 0, 1) + row * 420_000).toISOString();
      return line(`${write(moment)},${level.toFixed(2)},${flow.toFixed(2)}`);
    });
    return `${names}${lines.map((_, row) => `${lines[(row * 7) % 600]!}\n`).join("")}`;
  };
  const two = (moment: string): string => `${moment.slice(0, 10)},${moment.slice(11, 19)}`;
  const asJson = (cells: string): string => {
    const [day, time, level, flow] = cells.split(",");
    return JSON.stringify({ Date: day, Time: time, Level: Number(level), Flow: Number(flow) });
  };

  const outcome = async (table: string, ...words: readonly string[]) => {
    const { code, stderr } = await inFolder(
      "learn",
      table,
      "-o",
      "two.json",
      "--where",
      "Flow < 90",
      "--trees",
      "1",
      ...words,
    );
    expect(code, stderr).toBe(0);
    const { order, rules } = JSON.parse(readFileSync(folder.at("two.json"), "utf8"));
    const told = await inFolder("explain", "two.json", table, "--incidents", "--format", "ndjson");
    expect(told.stderr, table).not.toContain("TIMES_UNREAD");
    const incidents = told.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map(({ from, to, count }) => [from, to, count]);
    return { step: order.step, rules, incidents };
  };

  test("tell when rows were as one column does, in CSV and NDJSON, and under a limit of memory", async () => {
    write(
      "one.csv",
      rows("Date,Level,Flow\n", (moment) => moment.slice(0, 19).replace("T", " ")),
    );
    write("two.csv", rows("Date,Time,Level,Flow\n", two));
    write("two.ndjson", rows("", two, asJson));
    const expected = await outcome("one.csv");
    expect(expected.step).toBe(420_000);
    expect(expected.incidents.length).toBeGreaterThan(3);
    expect(await outcome("two.csv")).toEqual(expected);
    expect(await outcome("two.ndjson")).toEqual(expected);
    expect(await outcome("two.csv", "--memory", "60MB")).toEqual(expected);
  });

  test("are named by --time where their names do not say so, and a warning tells it", async () => {
    write("orders.csv", rows("order_date,delivery,Level,Flow\n", two));
    const { stdout } = await inFolder("learn", "orders.csv", "-o", "two.json");
    expect(stdout).toContain(
      'warning TIME_IN_TWO_COLUMNS: "order_date" holds days and "delivery" times of day; nothing says that they tell together when a row was, so rows have days only; if they do, name both with --time "order_date,delivery"\n',
    );
    const named = await outcome("orders.csv", "--time", "order_date,delivery");
    write(
      "one.csv",
      rows("Date,Level,Flow\n", (moment) => moment.slice(0, 19).replace("T", " ")),
    );
    expect(named).toEqual(await outcome("one.csv"));
  });

  test("are said to be so where times are numbers such as 81500, and are read where --time names both", async () => {
    const digits = (moment: string): string =>
      `${moment.slice(0, 10).replaceAll("-", "")},${moment.slice(11, 19).replaceAll(":", "")}`;
    write("digits.csv", rows("Date,Time,Level,Flow\n", digits));
    const { stdout } = await inFolder("learn", "digits.csv", "-o", "two.json");
    expect(stdout).toContain(
      'warning TIME_IN_TWO_COLUMNS: "Date" holds days, and the numbers of "Time" may be times of day (81500 for 08:15:00), but are taken as numbers; if they are, name both with --time "Date,Time"\n',
    );
    write("two.csv", rows("Date,Time,Level,Flow\n", two));
    expect(await outcome("digits.csv", "--time", "Date,Time")).toEqual(await outcome("two.csv"));
  });
});

describe("days that only a name or a person tells", () => {
  const rows = (name: string, cellOf: (row: number) => string): string =>
    `${name},Level,Flow\n${Array.from({ length: 300 }, (_, row) => {
      const level = 10 + 3 * Math.sin(row / 40) + ((row * 37) % 11) / 20;
      return `${cellOf(row)},${level.toFixed(2)},${(2 * level).toFixed(1)}\n`;
    }).join("")}`;
  const told = async (table: string, ...words: readonly string[]) => {
    const { excluded, features } = await learn(table, ...words);
    const explained = await inFolder("explain", "model.json", table, "--incidents", "-q");
    expect(explained.stderr).not.toContain("TIMES_UNREAD");
    return { excluded: excluded.map(({ name, reason }) => `${name}: ${reason}`), features };
  };

  test("01-Jan-26 is a day of 2026", async () => {
    const table = write(
      "short.csv",
      rows("when", (row) => `${String(1 + (row % 28)).padStart(2, "0")}-Jan-26`),
    );
    expect((await told(table)).excluded).toEqual(["when: it holds moments in time"]);
  });

  test("20260101 is a day where its column is called so, be it the only one, or is named by --time", async () => {
    for (const count of [1, 3]) {
      const named = write(
        "day.csv",
        rows("Date", (row) => String(20_260_101 + (row % count))),
      );
      expect((await told(named)).excluded[0]).toMatch(
        /^Date: it looks like moments in time \(dates written as numbers: /,
      );
      const other = write(
        "other.csv",
        rows("batch", (row) => String(20_260_101 + (row % count))),
      );
      const { features } = await told(other);
      expect(features[0]).toMatchObject({
        reason: expect.stringMatching(/; if they are days, name the column with time$/),
      });
      expect((await told(other, "--time", "batch")).excluded).toEqual([
        "batch: it holds moments in time, as was said, written as numbers",
      ]);
    }
  });
});

test("rows that depend on those next to them are found to be so, with a header and with --no-header", async () => {
  let [level, drift] = [10, 0];
  const rows = Array.from({ length: 1500 }, (_, row) => {
    level = 0.9 * level + 1 + Math.sin(row * 12.9898) / 2;
    drift = 0.8 * drift + Math.cos(row * 78.233);
    return `${level.toFixed(3)},${(2 * level + Math.sin(row * 37.719) / 5).toFixed(3)},${drift.toFixed(3)}\n`;
  }).join("");
  for (const [content, words] of [
    [`a,b,c\n${rows}`, []],
    [rows, ["--no-header"]],
  ] as const) {
    const table = write("ordered.csv", content);
    const { stdout, code } = await inFolder("learn", table, "-o", "ordered.json", "--trees", "1", ...words);
    expect([code, stdout]).toEqual([0, expect.stringContaining("warning FILE_ORDER: ")]);
    expect(JSON.parse(readFileSync(folder.at("ordered.json"), "utf8")).order).toMatchObject({ by: "file" });
  }
});

test("times of day alone are no order of time, to learn, explain and incidents alike", async () => {
  const waves = Array.from({ length: 1200 }, (_, row) => 10 + 3 * Math.sin(row / 40) + ((row * 37) % 11) / 20);
  const clock = (row: number): string =>
    `${String((row >> 6) % 24).padStart(2, "0")}:${String(row % 60).padStart(2, "0")}`;
  const lines = (textOf: (row: number) => string): string =>
    `Clock,Level,Flow\n${waves.map((level, row) => `${textOf(row)},${level.toFixed(2)},${(2 * level).toFixed(1)}\n`).join("")}`;
  for (const textOf of [clock, (row: number) => `${clock(row)}:30`, (row: number) => `${1 + (row % 12)}:05 PM`]) {
    const table = write("clock.csv", lines(textOf));
    const { excluded } = await learn(table, "--order", "file");
    expect(excluded).toMatchObject([
      { name: "Clock", reason: "it holds times of day, which do not tell when a row was without its day" },
    ]);
    for (const words of [[], ["--incidents"]])
      expect((await inFolder("explain", "model.json", table, "-q", ...words)).stderr).not.toContain("TIMES_UNREAD");
    expect(await inFolder("learn", table, "--time", "Clock", "-q")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'TIME_COLUMN: column "Clock" holds times of day, which do not tell when a row was without its day\n',
      ),
    });
  }
});

describe("days that are written as 31/12/2026, 31.12.2026, 31-Dec-2026 or 20261231T000000Z", () => {
  /** Rows that depend on those before, an hour apart, with their moments written in some way. */
  const days = (write: (moment: Date) => string, first = "2026-01-20"): string => {
    let level = 10;
    const lines = Array.from({ length: 600 }, (_, row) => {
      level = 0.9 * level + 1 + Math.sin(row * 12.9898) / 2;
      const moment = new Date(Date.parse(first) + row * 3_600_000);
      return `${write(moment)},${level.toFixed(2)},${(3 * level + Math.cos(row * 78.233) / 5).toFixed(2)}`;
    });
    return `when,Level,Flow\n${lines.map((_, row) => `${lines[(row * 7) % 600]!}\n`).join("")}`;
  };
  const iso = (moment: Date): string => moment.toISOString().slice(0, 19);
  const parts = (moment: Date) => ({
    year: moment.getUTCFullYear(),
    month: String(moment.getUTCMonth() + 1).padStart(2, "0"),
    day: String(moment.getUTCDate()).padStart(2, "0"),
    clock: iso(moment).slice(11, 16),
  });
  const slashes = (moment: Date): string => {
    const { year, month, day, clock } = parts(moment);
    return `${day}/${month}/${year} ${clock}`;
  };
  const points = (moment: Date): string => slashes(moment).replaceAll("/", ".");
  const american = (moment: Date): string => {
    const { year, month, day, clock } = parts(moment);
    return `${month}/${day}/${year} ${clock}`;
  };

  const basic = (moment: Date): string => `${iso(moment).replace(/[-:]/g, "")}Z`;
  const comma = (moment: Date): string => `"${iso(moment).replace("T", " ")},000"`;
  const oracle = (moment: Date): string =>
    moment
      .toUTCString()
      .slice(5, 22)
      .replaceAll(" ", "-")
      .replace(/-(?=\d\d:)/, " ");
  const letter = (moment: Date): string => `"${moment.toUTCString()}"`;

  test("say when rows were, as days of ISO 8601 do, named by --time or found", async () => {
    const learnt = async (name: string, text: string, ...words: readonly string[]) => {
      const { code, stderr } = await inFolder("learn", write(name, text), "-o", "days.json", "--trees", "1", ...words);
      expect(code, stderr).toBe(0);
      const { order, rules } = JSON.parse(readFileSync(folder.at("days.json"), "utf8"));
      return { order, rules };
    };
    const expected = await learnt("iso.csv", days(iso));
    expect(expected.order).toEqual({ by: "time", column: "when", step: 3_600_000 });
    for (const [name, writing] of Object.entries({ slashes, points, american, basic, comma, oracle, letter })) {
      expect(await learnt(`${name}.csv`, days(writing)), name).toEqual(expected);
      expect(await learnt(`${name}.csv`, days(writing), "--time", "when"), name).toEqual(expected);
    }
  });

  test("are read as the model learnt them where the rows to explain do not tell", async () => {
    const firstDays = (text: string): string => {
      const lines = text.trimEnd().split("\n");
      const kept = lines.filter((line) => !/^(1[3-9]|2\d)\/|-(1[3-9]|2\d)T/.test(line));
      return `${kept.map((line, at) => (at > 0 && at % 60 < 3 ? line.replace(/[^,]*$/, "99") : line)).join("\n")}\n`;
    };
    const incidents = async (name: string, writing: (moment: Date) => string) => {
      await inFolder("learn", write(`${name}.csv`, days(writing)), "-o", `${name}.json`, "--trees", "1");
      const rows = write(`${name}-rows.csv`, firstDays(days(writing, "2026-03-01")));
      const { stdout } = await inFolder("explain", `${name}.json`, rows, "--incidents", "--format", "ndjson");
      return stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ firstRow, lastRow, count }) => [firstRow, lastRow, count]);
    };
    const expected = await incidents("iso", iso);
    expect(expected.length).toBeGreaterThan(1);
    expect(await incidents("slashes", slashes)).toEqual(expected);
  });

  /** The table with faults in it, as the model of ISO days sees it. */
  const faulty = (text: string): string => {
    const lines = text.trimEnd().split("\n");
    return `${lines.map((line, at) => (at > 0 && at % 60 < 3 ? line.replace(/[^,]*$/, "99") : line)).join("\n")}\n`;
  };

  test("are read where the rows tell which is the day, although the model learnt days of ISO 8601", async () => {
    await inFolder("learn", write("iso.csv", days(iso)), "-o", "iso.json", "--trees", "1");
    const seen = async (rows: string) => {
      const { stdout, stderr } = await inFolder("explain", "iso.json", rows, "--incidents", "--format", "ndjson");
      expect(stderr, rows).not.toContain("TIMES_UNREAD");
      expect((await inFolder("report", "iso.json", rows, "-o", "days.html")).stderr, rows).not.toContain(
        "TIMES_UNREAD",
      );
      const page = readFileSync(folder.at("days.html"), "utf8");
      const incidents = stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      return {
        incidents: incidents.map(({ firstRow, lastRow, count }) => [firstRow, lastRow, count]),
        moments: /"moments":\{[^}]*\}/.exec(page)?.[0],
      };
    };
    const expected = await seen(write("rows.csv", faulty(days(iso, "2026-03-01"))));
    expect(expected.incidents.length).toBeGreaterThan(1);
    for (const [name, writing] of Object.entries({ slashes, points, american, basic, comma, oracle, letter })) {
      const text = faulty(days(writing, "2026-03-01"));
      expect(await seen(write(`${name}-rows.csv`, text)), name).toEqual(expected);
      writeFileSync(folder.at(`${name}.csv.gz`), gzipSync(text));
      expect(await seen(`${name}.csv.gz`), `${name}, packed`).toEqual(expected);
    }
  });

  test("are never left unread without a word: explain, incidents and report say so", async () => {
    await inFolder("learn", write("iso.csv", days(iso)), "-o", "iso.json", "--trees", "1");
    const lines = days(slashes, "2026-03-01").trimEnd().split("\n");
    const doubtful = lines.filter((line) => !/^(1[3-9]|2\d)\//.test(line));
    expect(doubtful.some((line) => line.startsWith("03/03/2026"))).toBe(true); // of a column in doubt no part is read
    const rows = write("doubtful.csv", `${doubtful.join("\n")}\n`);
    const many = doubtful.length - 1;
    const why = `all ${many} cells of column "when" cannot be read as moments: "01/03/2026 00:00" may be 1 March or 3 January, and nothing tells which`;
    const commands = [
      ["explain"],
      ["explain", "--incidents"],
      ["explain", "--summary"],
      ["report", "-o", "in-doubt.html"],
    ];
    for (const [command, ...words] of commands) {
      const { code, stderr } = await inFolder(command!, "iso.json", rows, ...words);
      expect(code).toBe(0);
      expect(stderr.split("\n"), command).toContain(
        `warning TIMES_UNREAD: ${why}; these rows have no place in time, so incidents and time lines tell them apart from the others`,
      );
    }
    const written = await inFolder(
      "explain",
      "iso.json",
      rows,
      "--incidents",
      "--min-strength",
      "0",
      "--format",
      "ndjson",
    );
    const spans = written.stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(spans.length).toBeGreaterThan(0);
    for (const { from, to } of spans) expect([from, to]).toEqual([null, null]); // nobody knows which was the first
    expect(readFileSync(folder.at("in-doubt.html"), "utf8")).toContain(JSON.stringify(why).slice(1, -1));
  });

  test("that contradict one another, or no calendar has, are said to be unread", async () => {
    await inFolder("learn", write("iso.csv", days(iso)), "-o", "iso.json", "--trees", "1");
    const both = write("both.csv", "when,Level,Flow\n13/03/2026,10,30\n03/14/2026,10,30\n04/03/2026,10,30\n");
    expect((await inFolder("explain", "iso.json", both)).stderr).toContain(
      'all 3 cells of column "when" cannot be read as moments: in some the day comes first, in others the month',
    );
    const none = write(
      "none.csv",
      "when,Level,Flow\n2026-13-45,10,30\n2026-03-14T24:30,10,30\n2026-03-14T24:00,10,30\n",
    );
    expect((await inFolder("explain", "iso.json", none)).stderr).toContain(
      '2 of 3 cells of column "when" cannot be read as moments: "2026-13-45" is none',
    );
  });

  const errorIn = (stderr: string) => stderr.split("\n").find((line) => line.startsWith("error"));

  test("are refused by --time where days and months cannot be told apart, and where history is asked for", async () => {
    const doubtful =
      "when,a\n" + Array.from({ length: 100 }, (_, row) => `0${1 + (row % 9)}/02/2026,${row % 17}\n`).join("");
    const { code, stderr } = await inFolder("learn", write("doubt.csv", doubtful), "--time", "when");
    expect([code, errorIn(stderr)]).toEqual([
      2,
      'error TIME_COLUMN: days of column "when" are in doubt: "01/02/2026" may be 1 February or 2 January',
    ]);
    const history = await inFolder("learn", write("past.csv", days(slashes)), "--history", "--time", "when");
    expect([history.code, errorIn(history.stderr)]).toEqual([
      2,
      'error TIME_COLUMN: column "when" writes days as in "01/02/2026 00:00", which history cannot read row by row',
    ]);
  });
});

test("1.500 beside semicolons means to detect and compare what learning rows say, and both say so", async () => {
  const level = (row: number): number => 1640 + 6 * ((row * 37) % 53);
  write(
    "levels.csv",
    `Level;Flow\n${Array.from({ length: 200 }, (_, row) => `${level(row)};${2 * level(row)}\n`).join("")}`,
  );
  write("parted.csv", "Level;Flow\n1.700;3.400\n1.800;3.600\n");
  const doubt = 'can be read in two ways: "1.700" was read as 1700, and may be 1.7';
  const trained = await inFolder("detect", "levels.csv", "parted.csv", "-o", "flags.csv", "--save", "kept.json");
  const loaded = await inFolder("detect", "parted.csv", "--load", "kept.json", "-o", "again.csv");
  for (const { code, stderr } of [trained, loaded]) {
    expect(code, stderr).toBe(0);
    expect(stderr).toContain(doubt);
  }
  const flags = readFileSync(folder.at("flags.csv"), "utf8");
  expect(flags.replace(/,0\.\d+,/g, ",…,")).toBe("Level,Flow,score,flag\n1.700,3.400,…,0\n1.800,3.600,…,0\n");
  expect(readFileSync(folder.at("again.csv"), "utf8")).toBe(flags);
  const words = ["--row", "1", "--methods", "z", "--format", "json", "-q"];
  const compared = await inFolder("compare", "levels.csv", "parted.csv", ...words);
  expect(JSON.parse(compared.stdout).values).toEqual({ Level: 1800, Flow: 3600 });
  expect(compared.stderr).toContain(doubt);
});

describe("a word among codes that are numbers", () => {
  const sites = [1059, 1134, 1257, 2411, 2893, 3322];
  const row = (at: number, site: string | number = sites[at % 6]!): string => `${site},${(at * 37) % 100},${at % 3}`;
  const rows = (count: number): string[] => Array.from({ length: count }, (_, at) => row(at));
  const file = (lines: readonly string[]): string => `${["site_code,Load,Shift", ...lines].join("\n")}\n`;
  const asked = async (table: string): Promise<unknown> => {
    const { stdout, stderr } = await inFolder("explain", "codes.json", table, "--format", "ndjson", "--quiet");
    expect(stderr).toBe("");
    const { features } = JSON.parse(stdout.trim().split("\n")[0]!) as { features: Record<string, unknown>[] };
    return features.find(({ feature }) => feature === "site_code")!["observed"];
  };

  test("is a code never seen, alone and among a hundred others; what means missing is missing", async () => {
    const trained = write("codes.csv", file(rows(600)));
    expect((await inFolder("learn", trained, "-o", "codes.json", "--categorical", "site_code", "--quiet")).code).toBe(
      0,
    );
    for (const others of [0, 100]) {
      expect(await asked(write("odd.csv", file([row(1, "3322_"), ...rows(others)])))).toBe("3322_");
      expect(await asked(write("odd.csv", file([row(1, "n/a"), ...rows(others)])))).toBe(null);
      expect(await asked(write("odd.csv", file([row(1, "1134"), row(1, "3322_"), ...rows(others)])))).toBe(1134);
    }
  });
});
