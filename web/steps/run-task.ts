/** Runs one task at a time for the workbench: progress is shown, and so is why one was refused. */
import { InputError, StoppedError } from "../../src/core/base/index.js";
import type { Problem } from "../parts/problem.js";
import { type RunningTask, startTask } from "../tasks/start-task.js";
import type { ResultOf, TaskKind, TaskOf } from "../tasks/task.js";
import type { WorkbenchState } from "./state.js";

/** Null when it was cancelled or refused, which is then shown. A task that is going on is cancelled. */
export type RunTask = <K extends TaskKind>(kind: K, task: TaskOf<K>) => Promise<ResultOf<K> | null>;

export function createTaskRunner({ busy, problem }: Pick<WorkbenchState, "busy" | "problem">): RunTask {
  return async <K extends TaskKind>(kind: K, task: TaskOf<K>) => {
    busy.value?.cancel();
    problem.value = null;
    const running: RunningTask<ResultOf<K>> = startTask(kind, task, (progress) => {
      busy.value = { ...progress, cancel: running.cancel };
    });
    busy.value = { phase: "Starting", share: null, cancel: running.cancel };
    try {
      return await running.result;
    } catch (error) {
      if (!(error instanceof StoppedError)) problem.value = toProblem(error);
      return null;
    } finally {
      if (busy.value?.cancel === running.cancel) busy.value = null;
    }
  };
}

export function toProblem(error: unknown): Problem {
  if (error instanceof InputError) return { code: error.code, message: error.message, hint: error.hint };
  return {
    code: "BUG",
    message: "this should not have happened; it is a mistake in parsight, not in what you gave",
    hint: error instanceof Error ? error.message : String(error),
  };
}
