import { normalizeText } from "../../contracts/normalize-text.js";

const MAX_CODE_POINTS = 180;

/**
 * Controls, line ends and characters that are invisible or turn the reading direction. U+200D stays, because
 * it joins emoji.
 */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Characters that have a meaning in the paths or shells of some system. */
const RISKY = /[/\\:*?"<>|]/g;

/**
 * Returns a file name without path separators, controls and direction marks, of at most 180 code points;
 * "file" when nothing is left.
 */
export function safeFilename(name: string): string {
  const clean = normalizeText(name.toWellFormed(), "NFC")
    .replace(INVISIBLE, "")
    .replace(RISKY, "_")
    .replace(/^[\s.]+/, "");
  return shortened(clean.slice(0, endOfName(clean)));
}

/** Returns the length without white space and dots at the end. */
function endOfName(name: string): number {
  let end = name.length;
  while (end > 0 && /[\s.]/.test(name.charAt(end - 1))) end -= 1;
  return end;
}

function shortened(clean: string): string {
  const points = [...clean];
  if (points.length <= MAX_CODE_POINTS) return clean === "" ? "file" : clean;
  // The end of a name says what the file is.
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? "";
  return (
    points
      .slice(0, MAX_CODE_POINTS - extension.length)
      .join("")
      .trimEnd() + extension
  );
}

/**
 * Returns `Content-Disposition: inline` with a file name (RFC 6266, RFC 8187): a quoted ASCII name, and the
 * whole name in UTF-8 where that differs. Any text is accepted; null gives no name.
 */
export function inlineDisposition(filename: string | null): string {
  if (filename === null) return "inline";
  const name = safeFilename(filename);
  // A percent sign in the quoted form is decoded by some clients (RFC 6266, appendix D).
  const ascii = name.replace(/[^\x20-\x7e]|%/gu, "_");
  if (ascii === name) return `inline; filename="${name}"`;
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
