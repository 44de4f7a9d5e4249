/** Warnings on standard error: quiet or not, they are heard. */
import type { Arguments } from "../arguments/parse-arguments.js";
import { formatWarning, type ShownWarning } from "../screen/format-error.js";
import { styleOf } from "../screen/style.js";
import type { Io } from "../system/io.js";

export async function warn(warnings: readonly ShownWarning[], commandLine: Arguments, io: Io): Promise<void> {
  const style = styleOf(io.stderr.isTerminal && commandLine.negatable("color") !== false, io.environment);
  const look = { style, program: io.program, width: io.stderr.width() };
  for (const warning of warnings) await io.stderr.write(formatWarning(warning, look));
}
