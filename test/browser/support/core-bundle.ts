/** The library as one script for a page, built as the page's own code is. */
import { join } from "node:path";
import { build, type Rollup } from "vite";
import { ROOT } from "./page.js";

/** A script that puts the library's names into `globalThis.parsight`. */
export async function bundleLibrary(): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: "warn",
    root: ROOT,
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(ROOT, "src", "index.ts"), name: "parsight", formats: ["iife"], fileName: "parsight" },
    },
  });
  const [first] = [outputs].flat() as Rollup.RollupOutput[];
  return `${first!.output[0].code}\nglobalThis.parsight = parsight;`;
}
