import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createRNNoise } from "./rnnoise.js";
import type { ScriptContext } from "../../../../runtime/studio/index.js";
import { Refusal } from "../../../../runtime/studio/refusal.js";
import { QUIET, STRANGE } from "../../../kit/ffmpeg/guards.js";
import { probe } from "../../../kit/ffmpeg/probe.js";
import { runProgram } from "../../../kit/ffmpeg/run-program.js";
import type { MadeFile } from "../in-studio.js";
import { WavFile } from "../sound/wav-file.js";

export interface CleanVoiceOrder {
  folder: string;
  /** As the stranger sent it. */
  source: string;
  /** So much from its beginning. */
  seconds: number;
}

const RATE = 48_000;
const FRAME = 480;
/** The engine gives a frame back one frame later. */
const DELAY = FRAME;
/** What speech is brought to: its level over what is not silence, and the most that a sample may have. */
const SPEECH_LEVEL = 0.1;
const PEAK = 0.708;
const MOST_GAIN = 8;
const SILENCE = 0.004;

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
  const gain = gainFor(voice);
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
    ...STRANGE,
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
  return Float32Array.from({ length: count }, (_, at) => bytes.readInt16LE(at * 2) / 32_768);
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

/** Brings the parts that are not silent to one level, as far as no sample is cut. */
function gainFor(voice: Float32Array): number {
  let peak = 1e-6;
  let power = 0;
  let loud = 0;
  for (let from = 0; from < voice.length; from += FRAME) {
    const frame = voice.subarray(from, from + FRAME);
    let sum = 0;
    for (const sample of frame) {
      sum += sample * sample;
      peak = Math.max(peak, Math.abs(sample));
    }
    if (Math.sqrt(sum / frame.length) < SILENCE) continue;
    power += sum;
    loud += frame.length;
  }
  if (loud === 0) return 1;
  return Math.min(MOST_GAIN, SPEECH_LEVEL / Math.sqrt(power / loud), PEAK / peak);
}

function toBytes(voice: Float32Array, gain: number): Buffer {
  const bytes = Buffer.allocUnsafe(voice.length * 2);
  for (const [at, sample] of voice.entries())
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * gain * 32_768))), at * 2);
  return bytes;
}
