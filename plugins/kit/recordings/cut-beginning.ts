import type { Readable } from "node:stream";
import { Refusal } from "../../../runtime/process/studio/refusal.js";
import type { ScriptContext } from "../../../runtime/process/studio/index.js";
import { QUIET, UNTRUSTED } from "../ffmpeg/guards.js";
import { probe, type Probed } from "../ffmpeg/probe.js";
import { DISK_IS_FULL, runProgram } from "../ffmpeg/run-program.js";

/** The form of the cut file: speech for a transcriber, sound, or a film if there are pictures. */
export type Form = "voice" | "sound" | "film";

export interface BeginOrder {
  /** The untrusted file as it was sent. */
  source: string;
  /** Path for the cut file. */
  to: string;
  seconds: number;
  form: Form;
  /** Whether a recording that is no longer than asked is written anew too; false when left out. */
  isRecoded?: boolean;
}

/** The type of the cut file; null where the recording is no longer than asked, so that it needs no cut. */
export interface Begun {
  contentType: string | null;
}

/** A recording may last this much longer than declared: players and containers round differently. */
const SLACK_SECONDS = 1;
const MOST_SECONDS = 1e6;
const LEAST_SECONDS = 0.01;
/** The sound is measured as 16-bit samples of one channel at this rate. */
const RATE = 8000;

const ONE_SOUND = ["-map", "0:a:0", "-sn", "-dn"];
const VOICE = "-vn -ac 1 -ar 16000 -c:a aac -b:a 64k -map_metadata -1 -f ipod".split(" ");
const SOUND = "-vn -ac 2 -c:a aac -b:a 192k -map_metadata -1 -f ipod".split(" ");
const FILM = "-map 0:v:0 -c:v copy -ac 2 -c:a aac -b:a 192k -map_metadata -1".split(" ");

/**
 * A work of the studio: checks whether a recording is longer than asked, and cuts it if so. The sound is decoded and its samples are
 * counted: neither the head of a file nor the times of its packets need be true. Throws Refusal.
 */
export async function work(
  { source, to, seconds: asked, form, isRecoded = false }: BeginOrder,
  { signal }: ScriptContext,
): Promise<Begun> {
  const seconds = Math.min(MOST_SECONDS, Math.max(LEAST_SECONDS, asked));
  const probed = await probe(source, signal, { ofSoundOnly: form !== "film" });
  if (probed.sound === null) throw new Refusal("it has no sound");
  if (
    !isRecoded &&
    mayBeWhole(probed, seconds) &&
    !(await lastsLonger(source, seconds + SLACK_SECONDS, signal))
  )
    return { contentType: null };
  const contentType = await cutTo({ source, to, seconds, form }, probed.picture !== null, signal);
  // A sound that changes its rate or its channels has ffmpeg count anew with each change.
  if (await lastsLonger(to, seconds + SLACK_SECONDS, signal))
    throw new Refusal("its sound changes its rate or its channels, so that it cannot be cut");
  return { contentType };
}

/** Cuts a recording and returns the type of the cut file. */
async function cutTo(
  { source, to, seconds, form }: BeginOrder,
  isPictured: boolean,
  signal: AbortSignal,
): Promise<string> {
  const cut = (args: readonly string[]) => ffmpeg({ source, to, seconds, args, signal });
  if (form !== "film" || !isPictured) {
    refuseFailed(await cut(form === "voice" ? VOICE : SOUND));
    return "audio/mp4";
  }
  // Pictures are copied as they are, and MP4 does not take those of every codec.
  const inMp4 = await cut([...FILM, "-f", "mp4"]);
  if (inMp4.complaint === DISK_IS_FULL) refuseFailed(inMp4);
  if (inMp4.code === 0) return "video/mp4";
  refuseFailed(await cut([...FILM, "-f", "matroska"]));
  return "video/x-matroska";
}

/** A file with several sounds is always cut, because an upstream may use any of them. */
const mayBeWhole = ({ seconds: told, sounds }: Probed, seconds: number): boolean =>
  (told === null || told <= seconds + SLACK_SECONDS) && sounds === 1;

/** Resolves to true when the sound has more samples than fit into so many seconds. */
async function lastsLonger(source: string, seconds: number, signal: AbortSignal): Promise<boolean> {
  let bytes = 0;
  const take = async (output: Readable): Promise<void> => {
    for await (const chunk of output as AsyncIterable<Buffer>) bytes += chunk.length;
  };
  const args = [
    ...before(source),
    ...ONE_SOUND,
    "-vn",
    ...first(seconds + SLACK_SECONDS),
    ..."-ac 1 -c:a pcm_s16le -f s16le".split(" "),
    "-ar",
    String(RATE),
    "pipe:1",
  ];
  refuseFailed(await runProgram("ffmpeg", { args, files: [source], signal, take }));
  return bytes / 2 > seconds * RATE;
}

interface Cut {
  source: string;
  to: string;
  seconds: number;
  args: readonly string[];
  signal: AbortSignal;
}

const ffmpeg = ({ source, to, seconds, args, signal }: Cut): Promise<Result> =>
  runProgram("ffmpeg", {
    args: [
      ...before(source),
      ...ONE_SOUND,
      ...first(seconds),
      ...args,
      "-threads",
      "1",
      "-t",
      seconds.toFixed(3),
      to,
    ],
    files: [source, to],
    signal,
  });

const before = (source: string): string[] => [
  ...QUIET,
  "-nostdin",
  "-y",
  ...UNTRUSTED,
  "-threads",
  "1",
  "-i",
  source,
];

/** The filter that keeps the first seconds by the number of samples, whatever times the file gives them. */
const first = (seconds: number): string[] => ["-af", `asetpts=N/SR/TB,atrim=end=${seconds.toFixed(3)}`];

type Result = { code: number | null; complaint: string };

function refuseFailed({ code, complaint }: Result): void {
  // A full disk is no fault of the recording, and ffmpeg may end well although it could not write all.
  if (complaint === DISK_IS_FULL) throw new Error(complaint);
  if (code !== 0) throw new Refusal(complaint === "" ? "its sound cannot be decoded" : complaint);
}
