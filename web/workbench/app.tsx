/** The frame of the workbench: the way through it, what is going on, what went wrong, and the view at hand. */
import { useEffect, useState } from "preact/hooks";
import { Logo } from "../parts/logo.js";
import { ProblemBox } from "../parts/problem-box.js";
import { Progress } from "../parts/progress.js";
import { ThemeButton } from "../parts/theme-button.js";
import { StartView } from "./start-view.js";
import type { View, Workbench } from "./workbench.js";

export function App({ workbench }: { readonly workbench: Workbench }) {
  const { busy, problem, view } = workbench;
  useEffect(() => window.scrollTo(0, 0), [view.value]);
  const isOver = useFileDrop((file) => workbench.takeFile(file));
  return (
    <>
      <header class="page-head">
        <button type="button" class="home" aria-label="Parsight: start" onClick={() => (view.value = "start")}>
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
        <CurrentView workbench={workbench} />
      </main>
      {isOver && (
        <div class="drop-cover" aria-hidden="true">
          Drop a table or a model
        </div>
      )}
    </>
  );
}

function CurrentView({ workbench }: { readonly workbench: Workbench }) {
  const later = useLaterViews();
  const view = workbench.view.value;
  if (view === "start") return <StartView workbench={workbench} />;
  if (later === null) return <p class="empty">One moment …</p>;
  switch (view) {
    case "data":
      return <later.TableView workbench={workbench} />;
    case "rules":
      return <later.RulesView workbench={workbench} />;
    case "explain":
      return <later.ExplainView workbench={workbench} />;
    case "row":
      return <later.RowView workbench={workbench} />;
  }
}

type LaterViews = typeof import("./later-views.js");

/** Asked for as soon as the start is painted; null until they are there. */
function useLaterViews(): LaterViews | null {
  const [views, setViews] = useState<LaterViews | null>(null);
  useEffect(() => {
    import("./later-views.js").then(setViews);
  }, []);
  return views;
}

const STEPS: readonly { readonly view: View; readonly name: string }[] = [
  { view: "data", name: "Data" },
  { view: "rules", name: "Rules" },
  { view: "explain", name: "Explain" },
  { view: "row", name: "One row" },
];

function Steps({ workbench }: { readonly workbench: Workbench }) {
  const { view, normal, model } = workbench;
  return (
    <nav class="steps" aria-label="Steps">
      {STEPS.map((step) => (
        <button
          key={step.view}
          type="button"
          aria-current={view.value === step.view ? "step" : undefined}
          disabled={step.view === "data" ? normal.value === null : model.value === null}
          onClick={() => (view.value = step.view)}
        >
          {step.name}
        </button>
      ))}
    </nav>
  );
}

/** Files may be dropped anywhere. True while one is over the page. */
function useFileDrop(onFile: (file: File) => void): boolean {
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
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) onFile(file);
    };
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, [onFile]);
  return isOver;
}
