/** Levels of lists and objects that a JSON body may have: what walks it later recurses. */
export const MAX_JSON_DEPTH = 500;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
// `[` and `{`, `]` and `}`: the two of a pair differ in this bit only.
const CURLY = 0x20;
const OPEN = 0x5b | CURLY;
const CLOSE = 0x5d | CURLY;

/** Whether the bytes of a JSON text open more than MAX_JSON_DEPTH lists and objects within each other. */
export function isTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length <= MAX_JSON_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if ((byte | CURLY) === OPEN) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if ((byte | CURLY) === CLOSE) depth--;
  }
  return false;
}

/** Where the string that begins at `start` closes. */
export function endOfString(bytes: Uint8Array, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end > 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end;
    while (bytes[before - 1] === BACKSLASH) before--;
    if ((end - before) % 2 === 0) return end;
  }
  return bytes.length;
}
