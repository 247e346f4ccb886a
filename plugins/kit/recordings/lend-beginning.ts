import { createReadStream, createWriteStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  type Limits,
  makeWorkFolder,
  scriptBeside,
  studio,
  StudioError,
} from "../../../runtime/process/studio/index.js";
import type { ProviderContext, ProviderInput } from "../model-provider.js";
import { ProviderError } from "../provider-error.js";
import { copyRoom } from "./copy-room.js";
import type { Begun, BeginOrder, Form } from "./cut-beginning.js";

export interface Beginning {
  /** The context of the provider's call. */
  ctx: Pick<ProviderContext, "signal" | "input" | "beforeSending">;
  /** The seconds that are paid for. */
  seconds: number;
  form: Form;
  /** The parameter that names the recording, for refusals. */
  field: string;
  /** The folder below which a folder for the work is made. */
  parent: string;
  /** The account that pays; accounts take turns. */
  account: string;
  /** Returns whether the upstream takes files of a content type. A recording of another type is recoded; all are taken when left out. */
  takes?(contentType: string): boolean;
  /** The milliseconds for copying, waiting and cutting; LIMIT_MS when left out. */
  limitMs?: number;
}

/** The most recordings of one payer that a driver whose upstream processes all of a recording works on at once (rules/models 47). */
export const RECORDINGS_PER_PAYER = 2;

const SCRIPT = scriptBeside(import.meta, "cut-beginning");
const LIMITS: Limits = { cpuSeconds: 120, wallSeconds: 240, memoryMb: 400 };
/** Well below the time that an upstream has for its answer. */
const LIMIT_MS = 480_000;
/** Codes of systems for a disk, or a share of it, that is full. */
const FULL = new Set(["ENOSPC", "EDQUOT"]);

/**
 * Lends a recording, cut to its first seconds if it lasts over a second longer or is of a type that the upstream does not
 * take, to `use`, and returns what that gives. For upstreams
 * that process all of what they are sent (rules/models 46). Throws ProviderError: `invalid_params` for a file without sound, or
 * one that cannot be decoded, and `unknown`, to be tried again, where there is no time or no room.
 */
export async function lendBeginning<T>(
  storageId: string,
  beginning: Beginning,
  use: (file: ProviderInput) => Promise<T>,
): Promise<T> {
  const { ctx, limitMs = LIMIT_MS } = beginning;
  const { beforeSending = (work) => work() } = ctx;
  const ends: (() => unknown)[] = [];
  try {
    ctx.signal.throwIfAborted();
    const file = await beforeSending(() =>
      inTime(ctx.signal, limitMs, (signal) => prepare(storageId, { ...beginning, signal, ends })),
    );
    return await use(file);
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

/** Does work within a time of Kiln's own, which is no fault of the upstream. */
async function inTime<T>(
  signal: AbortSignal,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = AbortSignal.timeout(limitMs);
  try {
    return await work(AbortSignal.any([signal, over]));
  } catch (error) {
    if (!over.aborted || signal.aborted) throw error;
    throw retryable("The recording was not cut in time, because many others are being cut.", error);
  }
}

type Preparing = Beginning & { signal: AbortSignal; ends: (() => unknown)[] };

/** Copies a recording and cuts the copy. `ends` receives what is to be done when the file is no longer needed. */
async function prepare(
  storageId: string,
  { ctx, seconds, form, field, parent, account, takes, signal, ends }: Preparing,
): Promise<ProviderInput> {
  const recording = await ctx.input(storageId);
  // There is a copy, and what is cut of it.
  const room = await copyRoom.take(account, 2 * recording.sizeBytes, signal);
  ends.push(room.end);
  const folder = await makeWorkFolder(parent);
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, "recording");
  await copy(recording, source, signal);
  const isRecoded = takes?.(recording.contentType) === false;
  const data: BeginOrder = { source, to: join(folder, "beginning"), seconds, form, isRecoded };
  const work = { script: SCRIPT, data, limits: LIMITS, signal, account, lane: "long" } as const;
  const { contentType } = (await studio.run(work).catch((error: unknown) => {
    throw refusalOf(error, field);
  })) as Begun;
  if (contentType !== null) await rm(source);
  const file = await (contentType === null
    ? fileAt(source, recording)
    : fileAt(data.to, { ...recording, contentType }));
  room.shrinkTo(file.sizeBytes);
  return file;
}

async function copy(recording: ProviderInput, to: string, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(await recording.stream(), createWriteStream(to), { signal });
  } catch (error) {
    if (!FULL.has(String((error as NodeJS.ErrnoException).code))) throw error;
    throw retryable("The recording could not be cut, because there is no room for a copy of it.", error);
  }
}

const retryable = (sentence: string, cause: unknown): ProviderError =>
  new ProviderError("unknown", sentence, { retryable: true, cause });

function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof StudioError)) return error;
  const { message, isOfInput } = error;
  return isOfInput
    ? new ProviderError("invalid_params", `${field} cannot be decoded: ${message}.`, { cause: error })
    : retryable(`The recording could not be cut: ${message}.`, error);
}

/** Returns the file at a path as a provider reads it. */
async function fileAt(path: string, described: ProviderInput): Promise<ProviderInput> {
  const { size } = await stat(path);
  return {
    ...described,
    sizeBytes: size,
    stream: async () => createReadStream(path),
    async bytes(maxBytes) {
      if (!(size <= maxBytes)) throw new ProviderError("invalid_params", "The file is too large.");
      return readFile(path);
    },
    url: () => Promise.reject(new Error("A cut recording has no address.")),
  };
}
