/** Serves the workbench until it is told to stop, or writes it as a folder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { InputError } from "../../../core/base/index.js";
import type { Arguments } from "../../arguments/parse-arguments.js";
import { oneLine } from "../../screen/text-width.js";
import type { Io } from "../../system/io.js";
import { packageFile } from "../../system/package-folder.js";
import { createPageServer } from "./page-server.js";
import { writeSite } from "./write-site.js";

const PAGE = packageFile("dist", "web", "workbench");
const LOOPBACK = "127.0.0.1";

export async function runWeb(commandLine: Arguments, io: Io): Promise<number> {
  const folder = commandLine.text("out");
  return folder === undefined ? serve(commandLine, io) : writeFolder(folder, commandLine, io);
}

async function writeFolder(folder: string, commandLine: Arguments, io: Io): Promise<number> {
  await writeSite(PAGE, folder);
  if (!commandLine.flag("quiet"))
    await io.stdout.write(`${oneLine(folder)}: the workbench as a static site; begin with index.html\n`);
  return 0;
}

async function serve(commandLine: Arguments, io: Io): Promise<number> {
  const server = createPageServer(PAGE);
  server.listen(commandLine.number("port") ?? 0, LOOPBACK);
  try {
    await once(server, "listening");
  } catch (error) {
    throw portError(commandLine.number("port") ?? 0, error);
  }
  // A connection that cannot be taken, for want of descriptors for instance: the next one may be.
  server.on("error", () => {});
  const address = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}/`;
  await io.stdout.write(`The workbench is at ${address}  (Ctrl-C ends it)\n`);
  if (commandLine.negatable("open") !== false) openBrowser(address);
  if (!io.stop.aborted) await new Promise((resolve) => io.stop.addEventListener("abort", resolve, { once: true }));
  server.close();
  server.closeAllConnections();
  return 0;
}

function portError(port: number, error: unknown): InputError {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === "EADDRINUSE" ? "it is in use" : `the system answered ${code}`;
  return new InputError(
    "PORT_NOT_FREE",
    `cannot listen on port ${port}: ${reason}`,
    "Choose another --port, or leave it out.",
  );
}

/** Whether it works or not, the address was said. */
function openBrowser(address: string): void {
  const [program, ...words] =
    process.platform === "darwin"
      ? ["open", address]
      : process.platform === "win32"
        ? ["cmd", "/c", "start", "", address]
        : ["xdg-open", address];
  spawn(program!, words, { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
