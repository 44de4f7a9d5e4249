/** `parsight web`: the workbench in the browser, served from this computer to this computer. */
import type { Command } from "../../arguments/command.js";
import { COMMON, wholeNumber } from "../../shared/common-options.js";

export const webCommand: Command = {
  name: "web",
  summary: "the workbench: learn, browse rules and read explanations in the browser",
  description: [
    "Serves the workbench on this computer's own address (127.0.0.1), opens the browser and goes on until Ctrl-C. All work is done in the page; no data are sent to this server or any other.",
    "With --out nothing is served: the same page is written as a folder that any web server can serve.",
  ],
  operands: [],
  groups: [
    {
      title: "Serving",
      options: [
        wholeNumber({ name: "port", min: 0, max: 65_535, help: "port to listen on", default: "any that is free" }),
        {
          kind: "negatable",
          name: "open",
          shown: "negative",
          help: "open the browser",
          negativeHelp: "do not open the browser, only say the address",
        },
        { kind: "text", name: "out", short: "-o", value: "folder", help: "write the page as a static site instead" },
      ],
    },
    COMMON,
  ],
  examples: [{ about: "Put the page on a web server of your own", line: "parsight web --out parsight-site" }],
  load: async () => (await import("./run.js")).runWeb,
};
