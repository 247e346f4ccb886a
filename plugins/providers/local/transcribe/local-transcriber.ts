import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  type Limits,
  makeWorkFolder,
  scriptBeside,
  studio,
  StudioError,
} from "../../../../runtime/process/studio/index.js";
import { ProviderError } from "../../../kit/provider-error.js";
import type { Transcriber } from "../../../kit/transcriber.js";
import type { HearOrder } from "./hear.js";
import type { Heard } from "./read-words.js";

const SCRIPT = scriptBeside(import.meta, "hear");
const MAX_BYTES = 1024 * 2 ** 20;
/** The engine takes up to half as long as the recording lasts, and a call has 15 minutes. */
const MAX_SECONDS = 1200;
const WALL_SECONDS = 850;
const MEMORY_MB = 400;

const limitsFor = (seconds: number): Limits => ({
  cpuSeconds: Math.min(WALL_SECONDS, 60 + seconds),
  wallSeconds: WALL_SECONDS,
  memoryMb: MEMORY_MB,
});

/** English speech to words with times, by Pocketsphinx where it is installed. Its words are a draft, not a record. */
export const makeLocalTranscriber = (parent: string): Transcriber => ({
  id: "local-transcribe",
  displayName: "Local Transcribe (English, Pocketsphinx: basic, without a neural model)",
  provider: "local",
  preference: -10,
  languages: ["en"],
  resubmit: "once",
  // Most of them wait in the queue of the studio, where accounts take turns.
  concurrency: 16,
  perPayer: 1,

  async submit({ id, payer, storageId, durationSeconds }, ctx) {
    if (durationSeconds > MAX_SECONDS)
      throw new ProviderError(
        "invalid_params",
        `durationSeconds must be at most ${MAX_SECONDS} for local-transcribe.`,
      );
    ctx.signal.throwIfAborted();
    const input = await ctx.input(storageId);
    if (input.sizeBytes > MAX_BYTES)
      throw new ProviderError(
        "invalid_params",
        `storageId is larger than the ${MAX_BYTES / 2 ** 20} MB that are read.`,
      );
    const folder = await makeWorkFolder(parent);
    try {
      const source = join(folder, "recording");
      await pipeline(await input.stream(), createWriteStream(source), { signal: ctx.signal });
      const data: HearOrder = { folder, source, seconds: durationSeconds };
      const limits = limitsFor(durationSeconds);
      const { signal } = ctx;
      const work = { script: SCRIPT, data, limits, signal, account: payer ?? id, lane: "long" } as const;
      const { words, segments } = (await studio.run(work)) as Heard;
      const text = segments.map((segment) => segment.text).join(" ");
      return { state: "succeeded", transcript: { text, language: "en", words, segments } };
    } catch (error) {
      if (!(error instanceof StudioError)) throw error;
      if (!error.isOfInput)
        throw new ProviderError("unknown", `local could not hear this: ${error.message}.`, { cause: error });
      throw new ProviderError("invalid_params", `storageId cannot be decoded: ${error.message}.`, {
        cause: error,
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});
