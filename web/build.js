// Builds what the commands `report` and `web` and the static site read, into dist/web:
//   report.html      the report page in one file, with a place for the report's JSON and a CSP by hashes
//   workbench/       the workbench as a static site
//   LICENSES.txt     the licences of what is inside
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const web = fileURLToPath(new URL(".", import.meta.url));
const out = join(web, "..", "dist", "web");
const FOLDER = "node_modules/";

/** Observable Plot writes this style element into every picture; with one class name it is always the same text. */
const PLOT_STYLE = `:where(.plot) {
  --plot-background: white;
  display: block;
  height: auto;
  height: intrinsic;
  max-width: 100%;
}
:where(.plot text),
:where(.plot tspan) {
  white-space: pre;
}`;

const shared = {
  configFile: false,
  logLevel: "warn",
  base: "./",
  esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
const packages = new Set();
await buildReport();
await buildWorkbench();
writeFileSync(join(out, "LICENSES.txt"), formatLicences([...packages].sort()));

async function buildReport() {
  const [{ output }] = [
    await build({
      ...shared,
      root: join(web, "report"),
      plugins: [notePackages()],
      build: {
        write: false,
        target: "es2022",
        modulePreload: false,
        cssCodeSplit: false,
        rollupOptions: {
          input: join(web, "report", "main.tsx"),
          output: { format: "iife", entryFileNames: "report.js" },
        },
      },
    }),
  ].flat();
  const script = output.find((file) => file.type === "chunk").code.replaceAll("</script", "<\\/script");
  const style = output.find((file) => file.fileName.endsWith(".css")).source;
  writeFileSync(join(out, "report.html"), formatReportTemplate(String(script), String(style)));
}

async function buildWorkbench() {
  await build({
    ...shared,
    root: join(web, "workbench"),
    plugins: [notePackages(), allowPlotStyle()],
    worker: { format: "es", plugins: () => [notePackages()] },
    build: {
      outDir: join(out, "workbench"),
      emptyOutDir: true,
      target: "es2022",
      chunkSizeWarningLimit: 1000,
      assetsInlineLimit: 0,
    },
  });
  copyFileSync(join(out, "report.html"), join(out, "workbench", "report.html"));
}

function formatReportTemplate(script, style) {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)} ${hashOf(PLOT_STYLE)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parsight report</title>
<style>${style}</style>
</head>
<body>
<div id="page"><p>This report needs JavaScript to be shown. It is in this file and asks for nothing from the network.</p></div>
<script type="application/json" id="report">PARSIGHT_REPORT_JSON</script>
<script>${script}</script>
<!--
${formatLicences([...packages].sort()).replaceAll("--", "- -")}-->
</body>
</html>
`;
}

function hashOf(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** The page of the workbench names the style of the pictures in its CSP. */
function allowPlotStyle() {
  return {
    name: "allow-plot-style",
    transformIndexHtml: (html) => html.replace("PLOT_STYLE_HASH", hashOf(PLOT_STYLE)),
  };
}

/** Remembers the folders of the packages that take part. */
function notePackages() {
  return {
    name: "note-packages",
    moduleParsed({ id }) {
      const at = id.lastIndexOf(FOLDER); // Vite writes paths with / on every system
      if (at < 0) return;
      const rest = id.slice(at + FOLDER.length).split("/");
      const name = rest[0].startsWith("@") ? rest.slice(0, 2).join("/") : rest[0];
      packages.add(join(id.slice(at > 0 && id.startsWith("\0") ? 1 : 0, at), "node_modules", name));
    },
  };
}

/** Each licence text once, with the packages it is for. */
function formatLicences(folders) {
  const packagesOf = new Map();
  for (const folder of folders) {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), "utf8").trim();
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version}`]);
  }
  return [...packagesOf].map(([text, names]) => `${names.join(", ")}\n\n${text}\n\n`).join("");
}
