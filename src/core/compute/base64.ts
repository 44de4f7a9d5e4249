/** Base64 without the platform's coders, which the core does not know. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const CODES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));

/** Contract: valid Base64, padded. */
export function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  const sixBits = new Uint8Array(128);
  for (let value = 0; value < DIGITS.length; value++) sixBits[DIGITS.charCodeAt(value)] = value;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0, into = 0; at < text.length; at += 4, into += 3) {
    let bits = 0;
    for (let digit = 0; digit < 4; digit++) bits = (bits << 6) | sixBits[text.charCodeAt(at + digit)]!;
    // Bytes beyond the end are padding; a typed array ignores them.
    bytes[into] = bits >>> 16;
    bytes[into + 1] = (bits >>> 8) & 255;
    bytes[into + 2] = bits & 255;
  }
  return bytes;
}

/** Bytes whose digits are put together at once: not digit by digit, which made as many texts as there are bytes. */
const BYTES_AT_ONCE = 3 * 1024;

export function base64Text(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3);
  const pieces: string[] = [];
  for (let start = 0; start < whole; start += BYTES_AT_ONCE) {
    const codes: number[] = []; // an engine hands these over faster than a typed array
    const end = Math.min(whole, start + BYTES_AT_ONCE);
    for (let at = start; at < end; at += 3) {
      const bits = (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
      codes.push(CODES[bits >>> 18]!, CODES[(bits >>> 12) & 63]!, CODES[(bits >>> 6) & 63]!, CODES[bits & 63]!);
    }
    pieces.push(String.fromCharCode(...codes));
  }
  return pieces.join("") + lastDigits(bytes.subarray(whole));
}

/** Of two bytes at most, padded. */
function lastDigits([first, second]: Uint8Array): string {
  if (first === undefined) return "";
  const bits = (first << 16) | ((second ?? 0) << 8);
  const third = second === undefined ? "=" : DIGITS[(bits >>> 6) & 63]!;
  return `${DIGITS[bits >>> 18]!}${DIGITS[(bits >>> 12) & 63]!}${third}=`;
}
