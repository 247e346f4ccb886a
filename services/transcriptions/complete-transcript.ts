import {
  type Transcript,
  transcript,
  type TranscriptSegment,
  type TranscriptWord,
} from "../../contracts/transcriptions.js";
import { OwnFailure } from "../../runtime/plugins/failure-sentence.js";
import { isTimed, joinWords, splitWords, type TimedWord, utterances } from "./utterances.js";

/**
 * Returns a transcriber's answer in the form that is stored: nothing after the declared seconds, which are
 * all that is paid for, times in order, segments when there were only words, and words (without times) when
 * there were only segments. Throws for an answer that is no transcript.
 */
export function completeTranscript(answer: unknown, seconds: number): Transcript {
  const parsed = transcript.safeParse(answer);
  if (!parsed.success) throw new OwnFailure("unknown", "The transcriber gave an answer that cannot be read.");
  const given = parsed.data;
  const words = given.words.filter(isSaid).filter(startsBefore(seconds)).map(within(seconds));
  const segments = given.segments.filter(isSaid).filter(startsBefore(seconds)).map(within(seconds));
  const isCut =
    words.length < given.words.filter(isSaid).length ||
    segments.length < given.segments.filter(isSaid).length;
  const timed = words.length > 0 && words.every(isTimed) ? words : null;
  const spoken = isCut && timed !== null ? segmentsOf(timed) : segments;
  const complete =
    spoken.length > 0 ? spoken : timed !== null ? segmentsOf(timed) : whole(given.text, seconds);
  return {
    text: isCut ? joinWords(complete) : given.text.trim(),
    language: given.language,
    words: words.length > 0 ? words : complete.flatMap(wordsOf),
    segments: complete,
  };
}

const isSaid = ({ text }: { text: string }): boolean => text.trim() !== "";

const startsBefore =
  (seconds: number) =>
  ({ start = 0 }: { start?: number | undefined }): boolean =>
    start < seconds;

/** Returns a part with a trimmed text, an end within the declared time, and no end before its start. */
const within =
  (seconds: number) =>
  <T extends TranscriptWord | TranscriptSegment>(part: T): T => {
    const { start, end } = part;
    const last = end === undefined ? undefined : Math.min(seconds, Math.max(start ?? 0, end));
    return { ...part, text: part.text.trim(), ...(last !== undefined && { end: last }) };
  };

const segmentsOf = (words: readonly TimedWord[]): TranscriptSegment[] =>
  utterances(words, { seconds: 15, characters: 240 });

const whole = (text: string, seconds: number): TranscriptSegment[] =>
  text.trim() === "" ? [] : [{ text: text.trim(), start: 0, end: seconds }];

const wordsOf = ({ text, speaker }: TranscriptSegment): TranscriptWord[] =>
  splitWords(text).map((word) => ({ text: word, ...(speaker !== undefined && { speaker }) }));
