/** The page in docs/library.md, as it stands there, in Chromium: the library's modules as the compiler wrote them. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseBlocks } from "../cli/support/examples.js";
import { ROOT, usePages } from "./support/page.js";

const blocks = parseBlocks(readFileSync(join(ROOT, "docs", "library.md"), "utf8"));
const example = blocks.find(({ remarks }) => remarks.get("file") === "page.html")!.text;

/** The last policy forbids WebAssembly. */
const POLICIES = {
  "/": "",
  "/strict": "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
  "/stricter": "script-src 'self' 'unsafe-inline'",
};

const pages = usePages();
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url!;
    if (path in POLICIES) {
      const policy = POLICIES[path as keyof typeof POLICIES];
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy });
      response.end(example.replace("<!doctype html>", '<!doctype html><link rel="icon" href="data:,">'));
      return;
    }
    response.writeHead(200, { "Content-Type": "text/javascript; charset=utf-8" });
    response.end(readFileSync(join(ROOT, path.replace("/node_modules/parsight/", ""))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

function urlOf(path: keyof typeof POLICIES): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
}

test.each(["/", "/strict"] as const)("the page at %s gives its answer", async (path) => {
  const page = await pages.open(urlOf(path));
  await page.waitForFunction(() => document.querySelector("#answer")?.textContent !== "");
  await expect
    .poll(() => page.textContent("#answer"))
    .toMatch(/^Valve is Closed but should be Open: when Level ≥ 12\.2, /);
});

test("a page whose policy forbids WebAssembly is told so, and what to do", async () => {
  const page = await pages.open(urlOf("/stricter"));
  // As text: the test's own compiler would make something else of an import.
  const error = await page.evaluate<Record<string, string>>(`
    import("/node_modules/parsight/dist/src/index.js").then(({ learn }) => {
      try {
        learn([{ level: 1 }]);
        return {};
      } catch ({ name, code, message, hint }) {
        return { name, code, message, hint };
      }
    })
  `);
  expect(error).toMatchObject({ name: "InputError", code: "NO_WEBASSEMBLY" });
  expect(error.message).toMatch(
    /^WebAssembly with SIMD cannot run here: WebAssembly\.Module\(\): .*Content Security policy/i,
  );
  expect(error.hint).toContain("'wasm-unsafe-eval' in its script-src");
  // The page itself, which expects no error, leaves it to the browser to show.
  expect(pages.takeComplaints().join("\n")).toContain("WebAssembly with SIMD cannot run here");
});
