/** The entry of the workbench. */
import { render } from "preact";
import "../style/base.css";
import "../style/report.css";
import "../style/workbench.css";
import { createMemory } from "../session/memory.js";
import { createWorkbench } from "../steps/workbench.js";
import { App } from "./app.js";

/** The browser's day in UTC, as on the command line: a mute ends on the same day for everybody. */
const today = (): string => new Date().toISOString().slice(0, 10);

const workbench = createWorkbench(today);
const memory = createMemory(workbench);
render(<App workbench={workbench} memory={memory} />, document.getElementById("page")!);
memory.start();
