import type { Transcript, TranscriptSegment, TranscriptWord } from "../../../contracts/transcriptions.js";

const WORDS =
  "we built the kiln from clay and brick so that every piece fired inside it keeps its colour for years to come".split(
    " ",
  );
const SPEAKERS = ["A", "B"] as const;
const SECONDS_PER_WORD = 0.4;
const WORDS_PER_SENTENCE = 8;
/** A declaration of days does not make a transcript of megabytes: its words are spread. */
const MOST_WORDS = 5000;

interface Speech {
  seed: number;
  /** All words lie between 0 and this. */
  seconds: number;
  language: string;
}

/** Sentences of eight words in turn by two voices, the same for the same seed; at least one word. */
export function speak({ seed, seconds, language }: Speech): Transcript {
  const count = Math.max(1, Math.min(MOST_WORDS, Math.floor(seconds / SECONDS_PER_WORD)));
  const pace = Math.min(SECONDS_PER_WORD, seconds / count);
  const words = Array.from({ length: count }, (_, at) => wordAt(at, { seed, pace, count, seconds }));
  const segments: TranscriptSegment[] = [];
  for (let at = 0; at < count; at += WORDS_PER_SENTENCE) {
    const spoken = words.slice(at, at + WORDS_PER_SENTENCE);
    segments.push({
      text: spoken.map(({ text }) => text).join(" "),
      start: spoken[0]?.start ?? 0,
      end: spoken.at(-1)?.end ?? seconds,
      speaker: speakerAt(at),
    });
  }
  return { text: segments.map(({ text }) => text).join(" "), language, words, segments };
}

const speakerAt = (at: number): string =>
  SPEAKERS[Math.floor(at / WORDS_PER_SENTENCE) % SPEAKERS.length] ?? SPEAKERS[0];

function wordAt(
  at: number,
  { seed, pace, count, seconds }: { seed: number; pace: number; count: number; seconds: number },
): TranscriptWord {
  const plain = WORDS[(seed + at) % WORDS.length] ?? "clay";
  const isFirst = at % WORDS_PER_SENTENCE === 0;
  const isLast = at % WORDS_PER_SENTENCE === WORDS_PER_SENTENCE - 1 || at === count - 1;
  const text = isFirst ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain;
  const start = millis(at * pace);
  return {
    text: isLast ? `${text}.` : text,
    start,
    end: Math.max(start, Math.min(seconds, millis(at * pace + pace * 0.9))),
    speaker: speakerAt(at),
  };
}

/** Cut, never rounded up: what it gives stays within the recording. */
const millis = (value: number): number => Math.floor(value * 1000) / 1000;
