/**
 * Colours by meaning, not by name. Without colour every function returns its text unchanged.
 *
 * Only the sixteen colours of the terminal's own theme are used, so that it stays readable on light and dark.
 */
import type { Output } from "../system/io.js";

export interface Style {
  readonly isColoured: boolean;
  readonly heading: Paint;
  readonly name: Paint;
  readonly wrong: Paint;
  readonly right: Paint;
  readonly soft: Paint;
  readonly warning: Paint;
  readonly bar: Paint;
}

type Paint = (text: string) => string;

const plain: Paint = (text) => text;

const PLAIN: Style = {
  isColoured: false,
  heading: plain,
  name: plain,
  wrong: plain,
  right: plain,
  soft: plain,
  warning: plain,
  bar: plain,
};

const COLOURED: Style = {
  isColoured: true,
  heading: paint(1, 22),
  name: paint(1, 22),
  wrong: paint(31, 39),
  right: paint(32, 39),
  soft: paint(2, 22),
  warning: paint(33, 39),
  bar: paint(36, 39),
};

/** NO_COLOR (https://no-color.org) and a terminal that can do nothing are respected. */
export function styleOf(isWanted: boolean, environment: Readonly<Record<string, string | undefined>>): Style {
  const isRefused = (environment.NO_COLOR ?? "") !== "" || environment.TERM === "dumb";
  return isWanted && !isRefused ? COLOURED : PLAIN;
}

/** Colour when it is a terminal and neither the words nor the environment say no. */
export function styleFor(
  output: Output,
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Style {
  return styleOf(output.isTerminal && !words.includes("--no-color"), environment);
}

export function unpainted(text: string): string {
  return text.replaceAll(PAINT, "");
}

const PAINT = new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g");

function paint(on: number, off: number): Paint {
  return (text) => (text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`);
}
