/**
 * Comparisons as the page sees them: which methods are chosen, what they have said about each row, and who is at work.
 */
import { batch, type Signal, signal } from "@preact/signals";
import type { Model } from "../../src/core/model/model.js";
import type { MethodAnswer } from "../../src/peers/ask-method.js";
import type { ComparedMethod } from "../../src/peers/peer-names.js";
import type { ReportCard } from "../../src/report/report.js";
import { columnOf } from "../choosing/choose-rows.js";
import type { Problem } from "../parts/problem.js";
import { sendColumns } from "../tasks/send-columns.js";
import type { ChosenRows } from "../tasks/task.js";
import type { ComparedRows, CompareReport, CompareRequest } from "./messages.js";
import type { OtherMethod } from "./methods.js";

export type Answers = ReadonlyMap<ComparedMethod, MethodAnswer>;

/** What is compared: a model and, where it was learnt in this page, the rows it was learnt from. */
interface Subject {
  readonly model: Model;
  readonly normal: ChosenRows | null;
}

export interface Comparer {
  readonly chosen: Signal<ReadonlySet<OtherMethod>>;
  readonly answers: Signal<ReadonlyMap<ReportCard, Answers>>;
  /** Who is at work; "opening" while the normal rows are made ready. */
  readonly working: Signal<ComparedMethod | "opening" | null>;
  /** The normal rows that the others learn from; null before they are open. */
  readonly rows: Signal<ComparedRows | null>;
  readonly problem: Signal<Problem | null>;
  choose(method: OtherMethod, isChosen: boolean): void;
  /** Asks the chosen methods that have not yet spoken about this row. */
  ask(card: ReportCard): void;
  /** Ends what is going on; methods that have not answered are no longer chosen. */
  cancel(): void;
  /** Forgets all; for another model. */
  reset(): void;
}

export function createComparer(subject: () => Subject | null): Comparer {
  const chosen = signal<ReadonlySet<OtherMethod>>(new Set());
  const answers = signal<ReadonlyMap<ReportCard, Answers>>(new Map());
  const working = signal<ComparedMethod | "opening" | null>(null);
  const rows = signal<ComparedRows | null>(null);
  const problem = signal<Problem | null>(null);
  /** A card's place stands for it in messages. */
  let cards: ReportCard[] = [];
  let worker: Worker | null = null;
  let opening: Promise<Worker> | null = null;
  let current: ReportCard | null = null;

  function hear(message: CompareReport): void {
    batch(() => {
      if (message.kind === "opened") rows.value = message.rows;
      else if (message.kind === "asking") working.value = message.method;
      else if (message.kind === "idle") working.value = null;
      else if (message.kind === "answer") note(cards[message.card]!, message.answer);
      else fail(message);
    });
  }

  function note(card: ReportCard, answer: MethodAnswer): void {
    const known = new Map(answers.value.get(card)).set(answer.method, answer);
    answers.value = new Map(answers.value).set(card, known);
  }

  function fail(found: Problem): void {
    cancel();
    problem.value = found;
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    working.value = null;
  }

  function cancel(): void {
    batch(() => {
      end();
      const answered = current === null ? undefined : answers.value.get(current);
      chosen.value = new Set([...chosen.value].filter((method) => answered?.has(method)));
    });
  }

  /** The worker gets only what it needs: the columns that are features, and the one by which rows were chosen. */
  async function open({ model, normal }: Subject): Promise<Worker> {
    const opened = new Worker(new URL("./compare-worker.ts", import.meta.url), { type: "module" });
    opened.onmessage = ({ data }: MessageEvent<CompareReport>) => hear(data);
    opened.onerror = ({ message }) =>
      fail({
        code: "BUG",
        message: "the comparison failed; it is a mistake in parsight, not in what you gave",
        hint: message,
      });
    worker = opened;
    working.value = "opening";
    const names = new Set([...model.features.map(({ name }) => name), normal && columnOf(normal.rows)]);
    const needed = normal?.table.columns.filter(({ name }) => names.has(name)) ?? [];
    await sendColumns(opened, needed, () => worker !== opened);
    const request: CompareRequest = {
      kind: "open",
      model,
      normal: normal === null ? null : { ...normal, table: { ...normal.table, columns: [] } },
    };
    opened.postMessage(request);
    return opened;
  }

  return {
    chosen,
    answers,
    working,
    rows,
    problem,
    cancel,

    choose(method, isChosen) {
      const next = new Set(chosen.value);
      if (isChosen) next.add(method);
      else next.delete(method);
      chosen.value = next;
    },

    async ask(card) {
      current = card;
      const what = subject();
      const known = answers.value.get(card);
      const methods = (["diagnosis", ...chosen.value] as const).filter((method) => known?.has(method) !== true);
      const isWanted = chosen.value.size > 0 && methods.length > 0;
      if (what === null || (!isWanted && working.value === null)) return;
      if (isWanted) problem.value = null;
      if (worker === null) opening = open(what);
      const ready = await opening!;
      if (ready !== worker || current !== card) return;
      if (!cards.includes(card)) cards.push(card);
      const question: CompareRequest = {
        kind: "ask",
        card: cards.indexOf(card),
        cells: card.cells,
        methods: isWanted ? methods : [],
      };
      ready.postMessage(question);
    },

    reset() {
      batch(() => {
        end();
        cards = [];
        current = null;
        answers.value = new Map();
        rows.value = null;
        problem.value = null;
      });
    },
  };
}
