import { join } from "node:path";
import type { Readable } from "node:stream";
import { Refusal } from "../../../../runtime/process/studio/refusal.js";
import type { ScriptContext } from "../../../../runtime/process/studio/index.js";
import { QUIET, UNTRUSTED } from "../../../kit/ffmpeg/guards.js";
import { type Probed, probe } from "../../../kit/ffmpeg/probe.js";
import { runProgram } from "../../../kit/ffmpeg/run-program.js";
import type { MadeFile } from "../in-studio.js";
import { MAX_FILM_PIXELS, MAX_FILM_RATE } from "./limits.js";

export interface UpscaleFilmOrder {
  folder: string;
  /** The untrusted file as it was sent. */
  source: string;
  /** So much from its beginning. */
  seconds: number;
}

const LEAST_SIDE = 16;
const USUAL_RATE = 25;
/** Upright (ffmpeg turns by itself), with square pixels, both sides doubled by a Lanczos kernel. */
const DOUBLED =
  "scale=w='2*trunc(iw*max(sar,1))':h='2*trunc(ih*max(1/sar,1))':flags=lanczos+accurate_rnd+bitexact,setsar=1,format=yuv420p";
const OUTPUT =
  "-sn -dn -c:v libx264 -preset veryfast -crf 18 -threads 1 -c:a aac -b:a 160k -ac 2 -map_metadata -1 -map_chapters -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact -movflags +faststart -progress pipe:1 -f mp4";

/** A work of the studio: doubles both sides of a video. The same file gives the same bytes with one build of ffmpeg. Throws Refusal. */
export async function work(
  { folder, source, seconds }: UpscaleFilmOrder,
  { signal, progress }: ScriptContext,
): Promise<MadeFile[]> {
  const probed = await probe(source, signal);
  const rate = refuseUnfit(probed);
  const path = join(folder, "doubled.mp4");
  const args = [
    ...QUIET,
    "-nostdin",
    "-xerror",
    "-y",
    ...UNTRUSTED,
    "-threads",
    "1",
    "-t",
    String(seconds),
    "-i",
    source,
    "-map",
    "0:v:0",
    "-map",
    "0:a:0?",
    "-vf",
    `fps=${rate},${DOUBLED}`,
    ...OUTPUT.split(" "),
    "-t",
    String(seconds),
    path,
  ];
  const length = Math.min(seconds, probed.seconds ?? seconds);
  const take = (output: Readable) => follow(output, length, progress);
  const { code, complaint } = await runProgram("ffmpeg", { args, files: [source, path], signal, take });
  if (code !== 0) throw new Refusal(complaint === "" ? "its pictures cannot be decoded" : complaint);
  const made = await probe(path, signal);
  if (made.picture === null) throw new Refusal("it shows no picture in the seconds that were asked for");
  const { width, height } = made.picture;
  return [{ contentType: "video/mp4", path, metadata: { width, height, seconds: made.seconds } }];
}

/** Gives the frames a second of the result. Throws Refusal. */
function refuseUnfit({ picture }: Probed): number {
  if (picture === null) throw new Refusal("it shows no pictures");
  const { width, height } = picture;
  if (width * height > MAX_FILM_PIXELS)
    throw new Refusal(
      `it has ${width} x ${height} pixels; at most ${MAX_FILM_PIXELS / 1e6} million are accepted`,
    );
  if (Math.min(width, height) < LEAST_SIDE)
    throw new Refusal(`it has ${width} x ${height} pixels; at least ${LEAST_SIDE} a side are accepted`);
  return Math.min(MAX_FILM_RATE, Math.max(1, picture.rate ?? USUAL_RATE));
}

/** Reads what ffmpeg says of its progress: lines of names and values. */
async function follow(
  output: Readable,
  seconds: number,
  progress: (fraction: number) => void,
): Promise<void> {
  for await (const text of output.setEncoding("utf8")) {
    const times = [...(text as string).matchAll(/out_time_us=(\d+)/gu)];
    const micros = Number(times.at(-1)?.[1] ?? Number.NaN);
    if (micros >= 0) progress(Math.min(1, micros / 1e6 / seconds));
  }
}
