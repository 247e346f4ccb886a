import { normalizeText } from "../../../../contracts/normalize-text.js";

/** Words of a text: lower case, without accents, letters and digits only. Any text will do. */
export const tokens = (text: string): readonly string[] =>
  normalizeText(text, "NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Takes the English plural off the last word: foxes, butterflies, wolves, boats. */
export function singular(phrase: string): string {
  if (/(?:ch|sh|x|ss)es$/u.test(phrase)) return phrase.slice(0, -2);
  if (phrase.endsWith("ies")) return `${phrase.slice(0, -3)}y`;
  if (phrase.endsWith("lves")) return `${phrase.slice(0, -3)}f`;
  if (phrase.endsWith("women")) return `${phrase.slice(0, -5)}woman`;
  if (phrase.endsWith("men")) return `${phrase.slice(0, -3)}man`;
  if (phrase.endsWith("children")) return phrase.slice(0, -3);
  return phrase.length > 3 && phrase.endsWith("s") ? phrase.slice(0, -1) : phrase;
}
