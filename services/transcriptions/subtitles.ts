import type { Transcript, TranscriptSegment } from "../../contracts/transcriptions.js";
import { isTimed, utterances } from "./utterances.js";

/** Bounds of a subtitle that people can read: two lines of 42 characters for at most seven seconds. */
const LINE = 42;
const CUE = { seconds: 7, characters: 2 * LINE };
const SHORTEST_SECONDS = 0.001;

/** Writes subtitles in the SubRip format. */
export const toSrt = (transcript: Transcript): string =>
  cuesOf(transcript)
    .map(
      ({ start, end, text }, at) =>
        `${at + 1}\n${clock(start, ",")} --> ${clock(end, ",")}\n${lines(text.replaceAll("-->", "→"))}\n`,
    )
    .join("\n");

/** Writes subtitles in the WebVTT format, with speakers as voice spans. */
export const toVtt = (transcript: Transcript): string =>
  [
    "WEBVTT\n",
    ...cuesOf(transcript).map(({ start, end, text, speaker }) => {
      const voice = speaker === undefined ? "" : `<v ${escape(speaker)}>`;
      return `${clock(start, ".")} --> ${clock(end, ".")}\n${voice}${escape(lines(text))}\n`;
    }),
  ].join("\n");

/** Returns cues in the order of time; each ends before the next one begins, and after its own beginning. */
function cuesOf({ words, segments }: Transcript): TranscriptSegment[] {
  const timed = words.filter(isTimed);
  const cues = timed.length === words.length && timed.length > 0 ? utterances(timed, CUE) : segments;
  const ordered = cues.toSorted((a, b) => a.start - b.start);
  return ordered.map((cue, at) => {
    const next = ordered[at + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...cue, end: Math.max(cue.start + SHORTEST_SECONDS, Math.min(cue.end, next)) };
  });
}

function clock(seconds: number, mark: string): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${mark}${String(ms % 1000).padStart(3, "0")}`;
}

/** Returns one line, or two of similar length; an empty line would end the cue. */
function lines(text: string): string {
  const plain = text.replace(/\s+/gu, " ").trim();
  if (plain.length <= LINE) return plain;
  const middle = plain.length / 2;
  const spaces = [...plain.matchAll(/ /g)].map(({ index }) => index);
  const [at] = spaces.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  return at === undefined ? plain : `${plain.slice(0, at)}\n${plain.slice(at + 1)}`;
}

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
