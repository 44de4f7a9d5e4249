/** The entry of a thread that helps the learning thread. It gets a port to it, and is ended from outside. */
import { type MessagePort, workerData } from "node:worker_threads";
import { InputError } from "../../core/base/index.js";
import { openKernel } from "../../core/compute/index.js";
import { JOBS } from "../../core/jobs.js";
import { helpWith } from "./pool-worker.js";

const { port } = workerData as { readonly port: MessagePort };
try {
  helpWith({ jobs: JOBS, kernel: openKernel(), port });
} catch (error) {
  // Without memory for a kernel there is one helper less: the others do the work.
  if (!(error instanceof InputError)) throw error;
  port.close();
}
