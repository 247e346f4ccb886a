import { SEED } from "../canvas/read-prompt.js";

const QUOTED =
  /["\u201c\u201d\u00ab\u00bb]([^"\u201c\u201d\u00ab\u00bb\n]{1,200})["\u201c\u201d\u00ab\u00bb]/gu;
/** What an Application puts before the words of its user. */
const GUIDANCE = /^Guidance: /u;
const MAX_LETTERS = 80;

/**
 * The lines that a film shows: what stands in double quotes, at most two; without quotes, a prompt that speaks of a title shows its
 * last line. Control characters are left out.
 */
export function readTitle(prompt: string): string[] {
  const text = prompt.replaceAll(SEED, " ");
  const quoted = [...text.matchAll(QUOTED)]
    .map(([, words = ""]) => plain(words))
    .filter((line) => line !== "");
  if (quoted.length > 0) return quoted.slice(0, 2);
  if (!/\btitles?\b/iu.test(text)) return [];
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const last = lines.at(-1) ?? "";
  // A prompt of one line is about the film; its words are no title.
  return lines.length > 1 ? [plain(last.replace(GUIDANCE, ""))].filter((line) => line !== "") : [];
}

const plain = (text: string): string =>
  [...text.replaceAll(/[\p{C}\s]+/gu, " ").trim()].slice(0, MAX_LETTERS).join("");
