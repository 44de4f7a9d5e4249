/**
 * The reader of YAML by itself, for reviews: as large as a quarter of the core, so engines load it when one is read. It
 * is run where script.ts was, and gives the session there what it needs.
 */
import { parseDocument } from "yaml";
import type { ScriptedSession } from "./script.js";

const { parsight: session } = globalThis as unknown as { readonly parsight: ScriptedSession };
session.takeYaml({ parseDocument });
