/** Whatever a client sends, it gets an answer or nothing, and the next one is served. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPageServer } from "../../src/cli/commands/web/page-server.js";
import { type Folder, temporaryFolder } from "./support/program.js";

const POLICY = "default-src 'none'";
let folder: Folder;
let server: Server;

beforeAll(async () => {
  folder = temporaryFolder();
  mkdirSync(folder.at("site/assets"), { recursive: true });
  writeFileSync(folder.at("secret.js"), "secret");
  writeFileSync(folder.at("site/index.html"), `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
  writeFileSync(folder.at("site/assets/main.js"), "main");
  writeFileSync(folder.at("site/assets/gone.js"), "gone");
  server = createPageServer(folder.at("site"));
  rmSync(folder.at("site/assets/gone.js"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
  folder.remove();
});

/** The bytes of an answer to these bytes. */
function send(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1", () => socket.end(request));
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}

function get(target: string, host = "localhost", method = "GET"): Promise<string> {
  return send(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
}

test.each(["/", "/index.html", "/?from=mail", "/index.html#rules"])(
  "%s is the page, with its policy",
  async (target) => {
    const answer = await get(target);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain(`Content-Security-Policy: ${POLICY}; frame-ancestors 'none'\r\n`);
    expect(answer).toContain("http-equiv");
  },
);

test("a script comes whole, and by HEAD without its content", async () => {
  expect(await get("/assets/main.js")).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n(\w+\r\n)?main/);
  expect(await get("/assets/main.js", "localhost", "HEAD")).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/);
});

test.each([
  "//",
  "///",
  "//[",
  "/%",
  "/%00.js",
  "/../secret.js",
  "/assets/../../secret.js",
  "/assets",
  "/assets/",
  "http://[/index.html",
  "http:///",
  "*",
  `/${"a/".repeat(3000)}x.js`,
])("%s is no file of the page, and the server goes on", async (target) => {
  expect(await get(target)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await get(target, "example.org")).toMatch(/^HTTP\/1\.1 403 /);
  expect(await get("/")).toMatch(/^HTTP\/1\.1 200 /);
});

test("a file that is gone is an error of one request", async () => {
  expect(await get("/assets/gone.js")).toMatch(/^HTTP\/1\.1 500 /);
  expect(await get("/assets/main.js")).toMatch(/^HTTP\/1\.1 200 /);
});

test.each([
  ["no HTTP", "\u0000\u0001\u0002\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["no host", "GET // HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["an old protocol without host", "GET // HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 403 /],
  ["a tunnel", "CONNECT // HTTP/1.1\r\nHost: localhost\r\n\r\n", /^(HTTP\/1\.1 400 |$)/],
  [
    "headers without end",
    `GET / HTTP/1.1\r\nHost: localhost\r\n${`X: ${"y".repeat(1000)}\r\n`.repeat(20)}`,
    /^HTTP\/1\.1 431 /,
  ],
  ["another method", "POST // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 405 /],
])("%s, and the server goes on", async (_, request, answer) => {
  expect(await send(request)).toMatch(answer);
  expect(await get("/")).toMatch(/^HTTP\/1\.1 200 /);
});
