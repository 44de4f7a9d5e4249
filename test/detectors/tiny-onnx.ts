/**
 * A linear model as an ONNX file, written byte by byte: MatMul of the input X (N × features) with fixed weights. Field
 * numbers are those of onnx.proto3; a message is a list of (number << 3 | wire type) and content.
 */
export interface LinearModel {
  /** features × outputs, row after row. */
  readonly weights: readonly number[];
  readonly outputs: number;
  readonly precision: "float" | "double";
}

type Bytes = readonly number[];

export function linearModel(model: Partial<LinearModel> & Pick<LinearModel, "weights">): Uint8Array {
  const { weights, outputs = 1, precision = "float" } = model;
  const features = weights.length / outputs;
  const type = precision === "float" ? 1 : 11;
  const list = precision === "float" ? Float32Array.from(weights) : Float64Array.from(weights);
  const node = [...text(1, "X"), ...text(1, "W"), ...text(2, "Y"), ...text(4, "MatMul")];
  const tensor = [
    ...whole(1, features),
    ...whole(1, outputs),
    ...whole(2, type),
    ...text(8, "W"),
    ...part(9, [...new Uint8Array(list.buffer)]),
  ];
  const graph = [
    ...part(1, node),
    ...text(2, "linear"),
    ...part(5, tensor),
    ...part(11, valueInfo("X", type, features)),
    ...part(12, valueInfo("Y", type, outputs)),
  ];
  return Uint8Array.from([...whole(1, 8), ...part(7, graph), ...part(8, whole(2, 13))]);
}

/** rows × width numbers, rows being unknown ("N"). */
function valueInfo(name: string, type: number, width: number): Bytes {
  const shape = [...part(1, text(2, "N")), ...part(1, whole(1, width))];
  return [...text(1, name), ...part(2, part(1, [...whole(1, type), ...part(2, shape)]))];
}

function whole(field: number, value: number): Bytes {
  return [...varint(field << 3), ...varint(value)];
}

function text(field: number, value: string): Bytes {
  return part(field, [...new TextEncoder().encode(value)]);
}

function part(field: number, content: Bytes): Bytes {
  return [...varint((field << 3) | 2), ...varint(content.length), ...content];
}

function varint(value: number): Bytes {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
