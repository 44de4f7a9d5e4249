/**
 * Serves the files of one folder and nothing else: they are listed once, so no path can lead out of it.
 *
 * Only requests to this computer by its own name are answered; a page elsewhere that points its name here gets nothing.
 * The policy that stands in the page goes along with every script too: a worker does not inherit that of its page.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";

const TYPES: ReadonlyMap<string, string> = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".wasm", "application/wasm"],
]);

const PAGE = "index.html";
const UNFRAMED = "frame-ancestors 'none'";

const HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-cache",
};

export function createPageServer(folder: string): Server {
  const files = new Set(
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.split(sep).join("/")),
  );
  const policy = readPolicy(readFileSync(join(folder, PAGE), "utf8"));
  return createServer((request, response) => answerSafely(request, response, { folder, files, policy }));
}

interface Site {
  readonly folder: string;
  readonly files: ReadonlySet<string>;
  readonly policy: string;
}

/** The policy in the page's own words. A page without one is a mistake of the build. */
function readPolicy(page: string): string {
  const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page) ?? [];
  if (policy === undefined) throw new Error(`${PAGE} has no Content-Security-Policy`);
  return policy;
}

/** Whatever a request makes us stumble over, the server goes on. */
function answerSafely(request: IncomingMessage, response: ServerResponse, site: Site): void {
  try {
    answer(request, response, site);
  } catch {
    if (response.headersSent) response.destroy();
    else end(response, 500, "this cannot be answered");
  }
}

function answer(request: IncomingMessage, response: ServerResponse, { folder, files, policy }: Site): void {
  const path = pathOf(request.url ?? "/");
  const type = TYPES.get(extname(path));
  if (!isThisComputer(request.headers.host)) end(response, 403, "asked for by another name");
  else if (request.method !== "GET" && request.method !== "HEAD") end(response, 405, "only GET");
  else if (!files.has(path) || type === undefined) end(response, 404, "there is no such file");
  else {
    const content = readFileSync(join(folder, path)); // before anything is said: it may be gone
    response.writeHead(200, {
      ...HEADERS,
      "Content-Type": type,
      "Content-Security-Policy":
        path === PAGE || type.startsWith("text/javascript") ? `${policy}; ${UNFRAMED}` : UNFRAMED,
    });
    response.end(request.method === "HEAD" ? undefined : content);
  }
}

/** The file asked for, as it is listed. A client may send anything in its place, which then names no file. */
function pathOf(target: string): string {
  const [path] = target.split(/[?#]/, 1);
  return path!.replace(/^\//, "") || PAGE;
}

function isThisComputer(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host ?? "");
}

function end(response: ServerResponse, status: number, words: string): void {
  response.writeHead(status, {
    ...HEADERS,
    "Content-Security-Policy": UNFRAMED,
    "Content-Type": "text/plain; charset=utf-8",
  });
  response.end(`${words}\n`);
}
