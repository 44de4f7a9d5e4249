/**
 * A PostgreSQL of the tests' own: a fresh cluster in a temporary folder, reached by a socket in it, and gone
 * afterwards.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PostgresServer {
  /** Lines of the results, their cells apart by the character U+001F; the first failure throws. */
  run(statements: readonly string[]): string[];
  /** What the server says against it; null: it was done. */
  tryRun(statements: readonly string[]): string | null;
  stop(): void;
}

/** The folder of its programs, or null. */
export function findPostgres(): string | null {
  const root = "/usr/lib/postgresql";
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ?? null;
}

export function startPostgres(bin: string): PostgresServer {
  const folder = mkdtempSync(join(tmpdir(), "parsight-postgres-"));
  const user = serverUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const as = { ...(user ?? {}), cwd: folder, env: { ...process.env, LC_ALL: "C.UTF-8" }, stdio: "pipe" as const };
  const data = join(folder, "data");
  execFileSync(join(bin, "initdb"), ["-D", data, "-A", "trust", "-U", "tester", "-E", "UTF8", "--no-sync"], as);
  const options = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`;
  const control = ["-D", data, "-w", "-l", join(folder, "log"), "-o", options];
  execFileSync(join(bin, "pg_ctl"), [...control, "start"], { ...as, stdio: "ignore" });
  const psql = (statements: readonly string[]) =>
    spawnSync(
      join(bin, "psql"),
      ["-h", folder, "-U", "tester", "-d", "postgres", "-qAtX", "-F", "\u001f", "-v", "ON_ERROR_STOP=1"],
      { input: statements.join("\n"), encoding: "utf8", maxBuffer: 2 ** 28 },
    );
  return {
    run(statements) {
      const { status, stdout, stderr } = psql(statements);
      if (status !== 0) throw new Error(stderr);
      return stdout.split("\n").filter((line) => line !== "");
    },
    tryRun(statements) {
      const { status, stderr } = psql(statements);
      return status === 0 ? null : stderr;
    },
    stop() {
      execFileSync(join(bin, "pg_ctl"), ["-D", data, "-m", "immediate", "stop"], { ...as, stdio: "ignore" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: then as the user that its package makes. */
function serverUser(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const [, , uid, gid] = execFileSync("getent", ["passwd", "postgres"], { encoding: "utf8" }).split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
