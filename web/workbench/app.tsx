/** The frame of the workbench: the way through it, what is going on, what went wrong, and the tab at hand. */
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { Logo } from "../parts/logo.js";
import { ProblemBox } from "../parts/problem-box.js";
import { Progress } from "../parts/progress.js";
import { ThemeButton } from "../parts/theme-button.js";
import type { Memory } from "../session/memory.js";
import type { Tab } from "../steps/state.js";
import type { Workbench } from "../steps/workbench.js";
import { MemoryLine } from "./memory-line.js";
import { StartTab } from "./start-tab.js";

interface AppProps {
  readonly workbench: Workbench;
  readonly memory: Memory;
}

export function App({ workbench, memory }: AppProps) {
  const { busy, problem, tab, normal, model } = workbench;
  useEffect(() => window.scrollTo(0, 0), [tab.value]);
  const isOpening = memory.state.value.kind === "opening";
  const { waiting, take } = useFilesInTurn(workbench, isOpening);
  const isOver = useFileDrop(take);
  return (
    <>
      <header class="page-head">
        <button type="button" class="home" aria-label="Parsight: start" onClick={() => workbench.openTab("start")}>
          <Logo />
        </button>
        <div class="page-title">
          <h1>Parsight</h1>
          <p class="soft wide-only">What is normal, and why this row is not</p>
        </div>
        <Steps workbench={workbench} isOpening={isOpening} />
        <div class="page-tools">
          <ThemeButton />
        </div>
      </header>
      <main>
        {busy.value !== null && <Progress busy={busy.value} />}
        {problem.value !== null && <ProblemBox problem={problem.value} onClose={() => (problem.value = null)} />}
        {waiting !== "" && (
          <p class="notice" role="status">
            Then <bdi>{waiting}</bdi> will be opened.
          </p>
        )}
        {isOpening && tab.value === "start" ? (
          <p class="empty">Opening what you left here …</p>
        ) : (
          <div inert={isOpening}>
            <CurrentTab workbench={workbench} />
          </div>
        )}
        <MemoryLine memory={memory} hasBegun={normal.value !== null || model.value !== null} />
      </main>
      {isOver && (
        <div class="drop-cover" aria-hidden="true">
          Drop tables or a model
        </div>
      )}
    </>
  );
}

function CurrentTab({ workbench }: { readonly workbench: Workbench }) {
  const later = useLaterTabs();
  const tab = workbench.tab.value;
  if (tab === "start") return <StartTab workbench={workbench} />;
  if (later === null) return <p class="empty">One moment …</p>;
  switch (tab) {
    case "data":
      return <later.DataTab workbench={workbench} />;
    case "rules":
      return <later.RulesTab workbench={workbench} />;
    case "explain":
      return <later.ExplainTab workbench={workbench} />;
    case "row":
      return <later.RowTab workbench={workbench} />;
  }
}

type LaterTabs = typeof import("./later-tabs.js");

/** Asked for as soon as the start is painted; null until they are there. */
function useLaterTabs(): LaterTabs | null {
  const [tabs, setTabs] = useState<LaterTabs | null>(null);
  useEffect(() => {
    import("./later-tabs.js").then(setTabs);
  }, []);
  return tabs;
}

const STEPS: readonly { readonly tab: Tab; readonly name: string }[] = [
  { tab: "data", name: "Data" },
  { tab: "rules", name: "Rules" },
  { tab: "explain", name: "Explain" },
  { tab: "row", name: "One row" },
];

interface StepsProps {
  readonly workbench: Workbench;
  /** A stored session is being put back: nobody goes anywhere yet. */
  readonly isOpening: boolean;
}

function Steps({ workbench, isOpening }: StepsProps) {
  const { tab, normal, model } = workbench;
  return (
    <nav class="steps" aria-label="Steps">
      {STEPS.map((step) => (
        <button
          key={step.tab}
          type="button"
          aria-current={tab.value === step.tab ? "step" : undefined}
          disabled={isOpening || (step.tab === "data" ? normal.value === null : model.value === null)}
          onClick={() => workbench.openTab(step.tab)}
        >
          {step.name}
        </button>
      ))}
    </nav>
  );
}

/** Files that are dropped while a stored session is put back wait for it; their names, empty if none wait. */
function useFilesInTurn(workbench: Workbench, isOpening: boolean) {
  const [drops, setDrops] = useState<readonly (readonly File[])[]>([]);
  useEffect(() => {
    if (isOpening || drops.length === 0) return;
    setDrops([]);
    void drops.reduce((before, files) => before.then(() => workbench.takeFiles(files)), Promise.resolve());
  }, [isOpening, drops]);
  return {
    waiting: drops
      .flat()
      .map(({ name }) => name)
      .join(", "),
    take: (files: readonly File[]) =>
      isOpening ? setDrops((before) => [...before, files]) : workbench.takeFiles(files),
  };
}

/** Files may be dropped anywhere. True while some are over the page. */
function useFileDrop(onFiles: (files: readonly File[]) => unknown): boolean {
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => {
    const over = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [onFiles]);
  return isOver;
}
