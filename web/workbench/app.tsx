/** The frame of the workbench: the way through it, what is going on, what went wrong, and the tab at hand. */
import { useEffect, useState } from "preact/hooks";
import { Logo } from "../parts/logo.js";
import { ProblemBox } from "../parts/problem-box.js";
import { Progress } from "../parts/progress.js";
import { ThemeButton } from "../parts/theme-button.js";
import type { Tab } from "../steps/state.js";
import type { Workbench } from "../steps/workbench.js";
import { StartTab } from "./start-tab.js";

export function App({ workbench }: { readonly workbench: Workbench }) {
  const { busy, problem, tab } = workbench;
  useEffect(() => window.scrollTo(0, 0), [tab.value]);
  const isOver = useFileDrop((files) => workbench.takeFiles(files));
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
        <Steps workbench={workbench} />
        <div class="page-tools">
          <ThemeButton />
        </div>
      </header>
      <main>
        {busy.value !== null && <Progress busy={busy.value} />}
        {problem.value !== null && <ProblemBox problem={problem.value} onClose={() => (problem.value = null)} />}
        <CurrentTab workbench={workbench} />
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

function Steps({ workbench }: { readonly workbench: Workbench }) {
  const { tab, normal, model } = workbench;
  return (
    <nav class="steps" aria-label="Steps">
      {STEPS.map((step) => (
        <button
          key={step.tab}
          type="button"
          aria-current={tab.value === step.tab ? "step" : undefined}
          disabled={step.tab === "data" ? normal.value === null : model.value === null}
          onClick={() => workbench.openTab(step.tab)}
        >
          {step.name}
        </button>
      ))}
    </nav>
  );
}

/** Files may be dropped anywhere. True while some are over the page. */
function useFileDrop(onFiles: (files: readonly File[]) => unknown): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
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
