/**
 * Runs an ONNX model by onnxruntime-web (WebAssembly, one thread), in Node and in browsers.
 *
 * The runtime is large (about 140 MB unpacked) and few need it, so it is an optional package, loaded only here. A model
 * takes one input of rows × features, in single or double precision, and has an output with one number for each row;
 * among several the one named like "score" is taken, else the first that fits.
 */
import { InputError } from "../core/base/index.js";
import type { OnnxSession } from "./onnx-detector.js";

interface OpenSession extends OnnxSession {
  /** Frees the model's memory. */
  close(): Promise<void>;
}

interface OpenOptions {
  /** How the model is called in messages. */
  readonly name: string;
  /** Features of a row, as the caller will hand them over. */
  readonly features: number;
}

type Runtime = typeof import("onnxruntime-web");
type Session = Awaited<ReturnType<Runtime["InferenceSession"]["create"]>>;
type Precision = "float32" | "float64";

export async function openOnnxSession(model: Uint8Array, { name, features }: OpenOptions): Promise<OpenSession> {
  const runtime = await loadRuntime();
  const session = await createSession(runtime, model, name);
  const precision = checkInput(session, name, features);
  return {
    run: async (values, dimensions) => runSession(runtime, session, { values, dimensions, precision, name }),
    close: () => session.release(),
  };
}

async function loadRuntime(): Promise<Runtime> {
  try {
    const runtime = await import("onnxruntime-web");
    runtime.env.wasm.numThreads = 1;
    runtime.env.logLevel = "error";
    return runtime;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new InputError(
      "ONNX_MISSING",
      "ONNX models need the package onnxruntime-web, which is not installed",
      "Install it beside parsight: npm install onnxruntime-web",
    );
  }
}

async function createSession(runtime: Runtime, model: Uint8Array, name: string): Promise<Session> {
  try {
    return await runtime.InferenceSession.create(model, { executionProviders: ["wasm"], logSeverityLevel: 4 });
  } catch (error) {
    throw new InputError(
      "ONNX_MODEL",
      `${name} cannot be loaded: ${reasonOf(error)}`,
      "It must be an ONNX model whose operators onnxruntime-web knows.",
    );
  }
}

function checkInput(session: Session, name: string, features: number): Precision {
  const [input, ...others] = session.inputMetadata;
  if (input?.isTensor !== true || others.length > 0 || (input.type !== "float32" && input.type !== "float64")) {
    const inputs = session.inputMetadata.map((each) => `${each.name} (${each.isTensor ? each.type : "no tensor"})`);
    throw new InputError(
      "ONNX_INPUT",
      `${name} takes ${inputs.join(", ") || "nothing"}, not one input of numbers`,
      "Export it with one input of float32 or float64, rows × features.",
    );
  }
  const width = input.shape[1];
  if (input.shape.length !== 2 || (typeof width === "number" && width > 0 && width !== features)) {
    throw new InputError(
      "ONNX_INPUT",
      `${name} takes ${input.shape.join(" × ")} numbers, the table gives rows × ${features}`,
      "Features are the columns of the learning rows that are not left out, in their order; leave out more, or export the model anew.",
    );
  }
  return input.type;
}

interface Run {
  readonly values: Float32Array;
  readonly dimensions: readonly [rows: number, features: number];
  readonly precision: Precision;
  readonly name: string;
}

async function runSession(runtime: Runtime, session: Session, run: Run): Promise<ArrayLike<number>> {
  const { values, dimensions, precision, name } = run;
  const tensor =
    precision === "float32"
      ? new runtime.Tensor("float32", values, dimensions)
      : new runtime.Tensor("float64", Float64Array.from(values), dimensions);
  const outputs = await session.run({ [session.inputNames[0]!]: tensor }).catch((error: unknown) => {
    throw new InputError(
      "ONNX_RUN",
      `${name} failed on ${dimensions.join(" × ")} numbers: ${reasonOf(error)}`,
      "Try it on the same rows where it was made.",
    );
  });
  const named = session.outputNames.map((each) => ({
    name: each,
    dims: outputs[each]!.dims,
    data: outputs[each]!.data,
  }));
  return chooseScores(named, dimensions[0], name);
}

interface Output {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: unknown;
}

/** `name`: what messages call the model. */
function chooseScores(outputs: readonly Output[], rows: number, name: string): ArrayLike<number> {
  const fitting = outputs.filter(({ dims, data }) => isReal(data) && data.length === rows && dims[0] === rows);
  const chosen = fitting.find((output) => /score/i.test(output.name)) ?? fitting[0];
  if (chosen !== undefined) return chosen.data as Float32Array | Float64Array;
  throw new InputError(
    "ONNX_OUTPUT",
    `${name} answered ${rows} rows with ${outputs.map((each) => `${each.name} (${each.dims.join(" × ")})`).join(", ")}`,
    "One of its outputs must be real numbers, one for each row.",
  );
}

function isReal(data: unknown): data is Float32Array | Float64Array {
  return data instanceof Float32Array || data instanceof Float64Array;
}

/** Runtime errors begin with codes and places; what matters stands last. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/^.*ERROR_MESSAGE: /s, "")
    .replace(/\s+/g, " ")
    .slice(0, 200);
}
