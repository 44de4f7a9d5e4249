/**
 * The values of some rows, written to `picked`, which is returned. A plain loop: `from` with a function takes ten
 * times as long.
 */
export function pick<Values extends Float64Array | Int32Array | Int8Array>(
  values: Values,
  rows: Int32Array,
  picked: Values,
): Values {
  for (let place = 0; place < rows.length; place++) picked[place] = values[rows[place]!]!;
  return picked;
}
