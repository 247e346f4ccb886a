import type { TranscriptSegment, TranscriptWord } from "../../../../contracts/transcriptions.js";

export interface Heard {
  words: TranscriptWord[];
  segments: TranscriptSegment[];
  /** How sure the engine is of each word, from 0 to 1. */
  confidences: number[];
}

/** `word start end probability`; the engine's own marks and noises are in brackets of some kind. */
const WORD = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+(?:e[+-]?\d+)?)$/u;
const MARK = /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/u;
/** Which of several pronunciations it was. */
const VARIANT = /\(\d+\)$/u;

/** Reads what `pocketsphinx_continuous -time yes` writes: for each utterance its text, then its words with times. */
export function readWords(output: string, seconds: number): Heard {
  const words: TranscriptWord[] = [];
  const segments: TranscriptSegment[] = [];
  const confidences: number[] = [];
  let utterance: Required<Omit<TranscriptWord, "speaker">>[] = [];
  const close = () => {
    const [first] = utterance;
    const last = utterance.at(-1);
    if (first !== undefined && last !== undefined)
      segments.push({ text: utterance.map(({ text }) => text).join(" "), start: first.start, end: last.end });
    utterance = [];
  };
  for (const line of output.split("\n")) {
    const found = WORD.exec(line.trim());
    if (found === null) {
      close();
      continue;
    }
    const [, spoken = "", from, to, likelihood] = found;
    const start = Number(from);
    if (MARK.test(spoken) || start >= seconds) continue;
    const word = { text: spoken.replace(VARIANT, ""), start, end: Math.min(seconds, Number(to)) };
    utterance.push(word);
    words.push(word);
    confidences.push(Math.min(1, Number(likelihood)));
  }
  close();
  return { words, segments, confidences };
}
