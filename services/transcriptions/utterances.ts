import type { TranscriptSegment, TranscriptWord } from "../../contracts/transcriptions.js";

export type TimedWord = TranscriptWord & { start: number; end: number };

export const isTimed = (word: TranscriptWord): word is TimedWord =>
  word.start !== undefined && word.end !== undefined;

/** Scripts that are written without spaces. */
const DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const CLOSES = /^[,.!?;:…)\]}%、。！？，；：」』]/u;
const ENDS_SENTENCE = /[.!?…。！？]["'»”’)\]]*$/u;
/** Seconds of silence that separate two utterances. */
const PAUSE_SECONDS = 1.5;

const isGlued = (before: string, after: string): boolean =>
  CLOSES.test(after) || (DENSE.test(before.at(-1) ?? "") && DENSE.test(after.charAt(0)));

/**
 * Joins words as they are written: with spaces, except in scripts without spaces and before closing marks.
 */
export function joinWords(words: readonly { text: string }[]): string {
  let line = "";
  for (const { text } of words) line += line === "" || isGlued(line, text) ? text : ` ${text}`;
  return line;
}

export const splitWords = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== "");

/** Bounds of an utterance. */
interface Bounds {
  seconds: number;
  characters: number;
}

/**
 * Groups consecutive words of one voice, separated at the ends of sentences, at pauses, and where a bound is
 * reached.
 */
export function utterances(words: readonly TimedWord[], bounds: Bounds): TranscriptSegment[] {
  const found: TranscriptSegment[] = [];
  let open: TranscriptSegment | null = null;
  for (const word of words) {
    if (open !== null && continues(open, word, bounds)) {
      open.text = joinWords([open, word]);
      open.end = Math.max(open.end, word.end);
      continue;
    }
    const { text, start, end, speaker } = word;
    open = { text, start, end, ...(speaker !== undefined && { speaker }) };
    found.push(open);
  }
  return found;
}

const continues = (open: TranscriptSegment, word: TimedWord, { seconds, characters }: Bounds): boolean =>
  open.speaker === word.speaker &&
  !ENDS_SENTENCE.test(open.text) &&
  word.start - open.end < PAUSE_SECONDS &&
  word.end - open.start <= seconds &&
  open.text.length + word.text.length < characters;
