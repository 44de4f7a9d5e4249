/**
 * Comparisons as the page sees them: which methods are chosen, what they have said about each row, and who is at work.
 */
import { batch, type Signal, signal } from "@preact/signals";
import type { MethodAnswer } from "../../src/compare/ask-method.js";
import type { ComparedMethod } from "../../src/compare/peer-names.js";
import type { ReportCard } from "../../src/report/report.js";
import type { Problem } from "../parts/problem.js";
import type { ComparedRows, CompareReport } from "./messages.js";
import type { OtherMethod } from "./methods.js";
import { type Subject, startWorker, type WorkerHandle } from "./worker-handle.js";

export type Answers = ReadonlyMap<ComparedMethod, MethodAnswer>;

/** What the page shows of comparisons. */
interface Shown {
  readonly chosen: Signal<ReadonlySet<OtherMethod>>;
  readonly answers: Signal<ReadonlyMap<ReportCard, Answers>>;
  /** Who is at work; "opening" while the normal rows are made ready. */
  readonly working: Signal<ComparedMethod | "opening" | null>;
  /** The normal rows that the others learn from; null before they are open. */
  readonly rows: Signal<ComparedRows | null>;
  readonly problem: Signal<Problem | null>;
}

export interface Comparer extends Shown {
  choose(method: OtherMethod, isChosen: boolean): void;
  /** Asks the chosen methods that have not yet spoken about this row. */
  ask(card: ReportCard): void;
  /** Ends what is going on; methods that have not answered are no longer chosen. */
  cancel(): void;
  /** Forgets all; for another model. */
  reset(): void;
}

export function createComparer(subject: () => Subject | null): Comparer {
  const shown = showNothing();
  const { chosen, answers, working, problem } = shown;
  /** A card's place stands for it in messages. */
  let cards: ReportCard[] = [];
  let worker: WorkerHandle | null = null;
  let current: ReportCard | null = null;

  function end(): void {
    worker?.end();
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

  function fail(found: Problem): void {
    batch(() => {
      cancel();
      problem.value = found;
    });
  }

  function start(what: Subject): WorkerHandle {
    working.value = "opening";
    return startWorker(what, {
      onReport: (report) => (report.kind === "refused" ? fail(report) : batch(() => show(shown, cards, report))),
      onFailure: fail,
    });
  }

  return {
    ...shown,
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
      const methods = methodsToAsk(shown, card);
      if (what === null || (methods.length === 0 && working.value === null)) return;
      if (methods.length > 0) problem.value = null;
      worker ??= start(what);
      const asked = worker;
      await asked.isReady;
      if (asked !== worker || current !== card) return;
      if (!cards.includes(card)) cards.push(card);
      asked.ask({ kind: "ask", card: cards.indexOf(card), cells: card.cells, methods });
    },

    reset() {
      batch(() => {
        end();
        cards = [];
        current = null;
        answers.value = new Map();
        shown.rows.value = null;
        problem.value = null;
      });
    },
  };
}

function showNothing(): Shown {
  return {
    chosen: signal<ReadonlySet<OtherMethod>>(new Set()),
    answers: signal<ReadonlyMap<ReportCard, Answers>>(new Map()),
    working: signal<ComparedMethod | "opening" | null>(null),
    rows: signal<ComparedRows | null>(null),
    problem: signal<Problem | null>(null),
  };
}

/** What the worker says; what it refuses is no answer and not shown here. */
function show(shown: Shown, cards: readonly ReportCard[], report: Exclude<CompareReport, { kind: "refused" }>): void {
  const { answers, working, rows } = shown;
  if (report.kind === "opened") rows.value = report.rows;
  else if (report.kind === "asking") working.value = report.method;
  else if (report.kind === "idle") working.value = null;
  else {
    const card = cards[report.card]!;
    const known = new Map(answers.value.get(card)).set(report.answer.method, report.answer);
    answers.value = new Map(answers.value).set(card, known);
  }
}

/** The chosen methods that have not yet spoken about a row, ours first; none where no other is chosen. */
function methodsToAsk({ chosen, answers }: Shown, card: ReportCard): readonly ComparedMethod[] {
  if (chosen.value.size === 0) return [];
  const known = answers.value.get(card);
  return (["diagnosis", ...chosen.value] as const).filter((method) => known?.has(method) !== true);
}
