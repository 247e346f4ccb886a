import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createRNNoise } from "./rnnoise.js";
import type { ScriptContext } from "../../../../runtime/process/studio/index.js";
import { Refusal } from "../../../../runtime/process/studio/refusal.js";
import { QUIET, UNTRUSTED } from "../../../kit/ffmpeg/guards.js";
import { probe } from "../../../kit/ffmpeg/probe.js";
import { runProgram } from "../../../kit/ffmpeg/run-program.js";
import type { MadeFile } from "../in-studio.js";
import { gainFor, toBytes, toFloats } from "../sound/even-level.js";
import { WavFile } from "../sound/wav-file.js";

export interface CleanVoiceOrder {
  folder: string;
  /** The untrusted file as it was sent. */
  source: string;
  /** So much from its beginning. */
  seconds: number;
}

const RATE = 48_000;
const FRAME = 480;
/** The engine gives a frame back one frame later. */
const DELAY = FRAME;

/**
 * A work of the studio: takes what is no voice out of a recording (RNNoise, a small recurrent network) and brings the voice to an
 * even level, as mono WAV. Throws Refusal.
 */
export async function work(
  { folder, source, seconds }: CleanVoiceOrder,
  { signal, progress }: ScriptContext,
): Promise<MadeFile[]> {
  const { sound } = await probe(source, signal);
  if (sound === null) throw new Refusal("it has no sound");
  const samples = await decode(source, join(folder, "decoded.raw"), seconds, signal);
  progress(0.3);
  const { voice, speechShare } = await denoise(samples, (part) => progress(0.3 + 0.6 * part));
  const gain = gainFor(voice, RATE);
  const path = join(folder, "voice.wav");
  const file = await WavFile.create(path, { rate: RATE, channels: 1 });
  await file.add(toBytes(voice, gain));
  const made = await file.end();
  const metadata = { seconds: made, gainDb: Math.round(200 * Math.log10(gain)) / 10, speechShare };
  return [{ contentType: "audio/wav", path, metadata }];
}

/** One channel of floats, from -1 to 1. */
async function decode(
  source: string,
  to: string,
  seconds: number,
  signal: AbortSignal,
): Promise<Float32Array> {
  const args = [
    ...QUIET,
    "-nostdin",
    "-y",
    ...UNTRUSTED,
    "-threads",
    "1",
    "-t",
    String(seconds),
    "-i",
    source,
    ..."-map 0:a:0 -vn -sn -dn -ac 1 -ar 48000 -threads 1 -bitexact -c:a pcm_s16le -f s16le".split(" "),
    "-t",
    String(seconds),
    to,
  ];
  const { code, complaint } = await runProgram("ffmpeg", { args, files: [source, to], signal });
  if (code !== 0) throw new Refusal(complaint === "" ? "its sound cannot be decoded" : complaint);
  const bytes = await readFile(to);
  const count = Math.min(Math.floor(bytes.length / 2), Math.round(seconds * RATE));
  if (count === 0) throw new Refusal("it has no sound in the seconds that were asked for");
  return toFloats(bytes, count);
}

async function denoise(
  samples: Float32Array,
  progress: (fraction: number) => void,
): Promise<{ voice: Float32Array; speechShare: number }> {
  const engine = await createRNNoise();
  const voice = new Float32Array(samples.length + DELAY);
  const frames = Math.ceil((samples.length + DELAY) / FRAME);
  let speech = 0;
  for (let at = 0; at < frames; at += 1) {
    const frame = new Float32Array(FRAME);
    frame.set(samples.subarray(at * FRAME, (at + 1) * FRAME));
    const { sound, likelihood } = engine.process(frame);
    voice.set(sound.subarray(0, Math.max(0, Math.min(FRAME, voice.length - at * FRAME))), at * FRAME);
    if (likelihood > 0.5) speech += 1;
    if (at % 500 === 0) progress(at / frames);
  }
  return { voice: voice.subarray(DELAY), speechShare: Math.round((100 * speech) / frames) / 100 };
}
