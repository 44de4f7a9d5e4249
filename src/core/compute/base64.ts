/** Base64 without the platform's coders, which the core does not know. */
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

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
const BYTES_AT_ONCE = 3 * 4096;
const PADDING = "=".charCodeAt(0);

export function base64Text(bytes: Uint8Array): string {
  const digits = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));
  const codes = new Uint8Array((BYTES_AT_ONCE / 3) * 4);
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += BYTES_AT_ONCE) {
    const end = Math.min(bytes.length, start + BYTES_AT_ONCE);
    let length = 0;
    for (let at = start; at < end; at += 3) {
      const bits = (bytes[at]! << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      codes[length++] = digits[bits >>> 18]!;
      codes[length++] = digits[(bits >>> 12) & 63]!;
      codes[length++] = at + 1 < end ? digits[(bits >>> 6) & 63]! : PADDING;
      codes[length++] = at + 2 < end ? digits[bits & 63]! : PADDING;
    }
    pieces.push(Reflect.apply(String.fromCharCode, null, codes.subarray(0, length)));
  }
  return pieces.join("");
}
