import type { GenerationJob } from "../../entities/generation-job.js";
import { readMovieSeconds } from "./box-head.js";
import { readWavSeconds } from "./sound-head.js";

/** What follows a file of its own in length: a model that is given one may make as much as that has. */
const LENGTH_GIVERS = [
  "sourceVideoStorageId",
  "sourceStorageId",
  "videoStorageId",
  "referenceVideoStorageIds",
  "referenceAudioStorageIds",
] as const;

/** The seconds that a job asked of its film or sound; null where it asked for none, and where what it gave says them. */
export function secondsAskedFor({ kind, params }: Pick<GenerationJob, "kind" | "params">): number | null {
  const given = params as Readonly<Record<string, unknown>>;
  const asked = kind === "video" ? given.duration : kind === "audio" ? given.durationSeconds : null;
  if (LENGTH_GIVERS.some((name) => given[name] !== undefined)) return null;
  return typeof asked === "number" ? asked : null;
}

/** What a film of MP4's family, or a WAV, says of its length in its head, in seconds; null where it says nothing there. */
export function readSeconds(head: Buffer, isWhole: boolean): number | null {
  try {
    if (head.toString("latin1", 4, 8) === "ftyp") return readMovieSeconds(head, isWhole);
    const isWav = head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WAVE";
    return isWav ? readWavSeconds(head) : null;
  } catch {
    // It ends before its head does; whether that is a fault is not decided here.
    return null;
  }
}

/** Models round what they are asked for, and a second of that is little of a long file and much of a short one. */
const SLACK_SECONDS = 1;

/** Whether a file of so many seconds is what was asked for: from half of it to double, give or take a second (rules/models 30). */
export const isNear = (seconds: number, asked: number): boolean =>
  seconds >= asked / 2 - SLACK_SECONDS && seconds <= asked * 2 + SLACK_SECONDS;
