/**
 * The entry of the worker of comparisons. It lives on: the normal rows, the detector and what a method prepares serve
 * all rows that are asked about. Between two methods it listens, and turns to the latest question.
 */

import {
  askOurselves,
  askPeer,
  createPeer,
  createRuleMethod,
  type MethodAnswer,
} from "../../src/compare/ask-method.js";
import { createPeerContext } from "../../src/compare/peer.js";
import { COMPARED_METHODS, type ComparedMethod } from "../../src/compare/peer-names.js";
import { InputError } from "../../src/core/base/index.js";
import type { Model } from "../../src/core/model/index.js";
import { type Column, type Table, tableFromColumns } from "../../src/core/table/index.js";
import { trainDetector } from "../../src/detectors/detector.js";
import type { CompareReport, CompareRequest, Question } from "./messages.js";
import { findNormalRows } from "./normal-rows.js";

type Ask = (row: Table) => MethodAnswer | Promise<MethodAnswer>;

interface Asker {
  readonly model: Model;
  readonly methods: ReadonlyMap<ComparedMethod, Ask>;
}

const columns: Column[] = [];
let asker: Asker | null = null;
/** What is still to be answered. */
let question: Question | null = null;
let isAnswering = false;

self.onmessage = ({ data }: MessageEvent<CompareRequest>) => {
  if ("column" in data) columns.push(data.column);
  else if (data.kind === "open") answerFor(() => open(data));
  else {
    question = data;
    if (!isAnswering) answerFor(answerQuestions);
  }
};

function open({ model, normal }: Extract<CompareRequest, { readonly kind: "open" }>): void {
  const learntFrom = normal === null ? null : { ...normal, table: { ...normal.table, columns } };
  const { table, rows } = findNormalRows(model, learntFrom);
  const context = createPeerContext(trainDetector(table, model.features), table);
  const create = (method: ComparedMethod): Ask => {
    if (method === "paper" || method === "diagnosis") {
      const ready = createRuleMethod(method, { model, seconds: null });
      return (row) => askOurselves(ready, row);
    }
    const peer = createPeer(method);
    return (row) => askPeer(peer, context, row);
  };
  asker = { model, methods: new Map(COMPARED_METHODS.map((method) => [method, create(method)])) };
  report({ kind: "opened", rows });
}

async function answerQuestions(): Promise<void> {
  isAnswering = true;
  try {
    while (asker !== null && question !== null) {
      const { card, cells, methods } = question;
      const [method] = methods;
      if (method === undefined) break;
      report({ kind: "asking", card, method });
      report({ kind: "answer", card, answer: await askTimed(asker.methods.get(method)!, toRow(asker.model, cells)) });
      await listen();
      if (question.card === card)
        question = { ...question, methods: question.methods.filter((each) => each !== method) };
    }
  } finally {
    question = null;
    isAnswering = false;
    report({ kind: "idle" });
  }
}

/** Lets messages in that came meanwhile. */
function listen(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Browsers tell the time in steps of a tenth of a millisecond. */
const LEAST_MS = 20;

/**
 * The first answer of a method takes longer, by what it prepares once. One that takes less than a second is asked
 * again, and so often that the clock can tell.
 */
async function askTimed(ask: Ask, row: Table): Promise<MethodAnswer> {
  const first = await ask(row);
  if (first.seconds > 1) return first;
  for (let times = 1; ; times *= 4) {
    const started = performance.now();
    for (let time = 0; time < times; time++) await ask(row);
    const elapsed = performance.now() - started;
    if (elapsed >= LEAST_MS) return { ...first, seconds: elapsed / 1000 / times };
  }
}

function toRow({ features }: Model, cells: Question["cells"]): Table {
  return tableFromColumns(
    features.map(({ name }, place) => ({ name, values: [cells[place] ?? null] })),
    1,
  );
}

function report(message: CompareReport): void {
  self.postMessage(message);
}

/** A mistake of the input is reported; any other error is our bug and is thrown on, so that the page hears of it. */
function answerFor(work: () => void | Promise<void>): void {
  (async () => work())().catch((error: unknown) => {
    if (error instanceof InputError) {
      const { code, message, hint } = error;
      report({ kind: "refused", code, message, hint });
      return;
    }
    setTimeout(() => {
      throw error;
    });
  });
}
