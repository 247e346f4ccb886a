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
import type { ProviderInput } from "../model-provider.js";
import { ProviderError } from "../provider-error.js";
import type { Begun, BeginOrder, Form } from "./cut-beginning.js";

export interface Beginning {
  /** The seconds that are paid for. */
  seconds: number;
  form: Form;
  /** The parameter that names the recording, for refusals. */
  field: string;
  /** The folder below which a folder for the work is made. */
  parent: string;
  /** The account that pays; accounts take turns. */
  account: string;
  signal: AbortSignal;
}

const SCRIPT = scriptBeside(import.meta, "cut-beginning");
const LIMITS: Limits = { cpuSeconds: 600, wallSeconds: 800, memoryMb: 400 };

/**
 * Lends a recording, cut to its first seconds if it lasts over a second longer, to `use`, and returns what that gives. For upstreams
 * that process all of what they are sent (rules/models 46). Throws ProviderError `invalid_params` for a file without sound, or
 * one that cannot be decoded.
 */
export async function lendBeginning<T>(
  recording: ProviderInput,
  { seconds, form, field, parent, account, signal }: Beginning,
  use: (file: ProviderInput) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const folder = await makeWorkFolder(parent);
  try {
    const source = join(folder, "recording");
    await pipeline(await recording.stream(), createWriteStream(source), { signal });
    const data: BeginOrder = { source, to: join(folder, "beginning"), seconds, form };
    const work = { script: SCRIPT, data, limits: LIMITS, signal, account, lane: "long" } as const;
    const { contentType } = (await studio.run(work).catch((error: unknown) => {
      throw refusalOf(error, field);
    })) as Begun;
    return await use(
      contentType === null
        ? await fileAt(source, recording)
        : await fileAt(data.to, { ...recording, contentType }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refusalOf(error: unknown, field: string): unknown {
  if (!(error instanceof StudioError)) return error;
  const { message, isOfInput } = error;
  return isOfInput
    ? new ProviderError("invalid_params", `${field} cannot be decoded: ${message}.`, { cause: error })
    : new ProviderError("unknown", `The recording could not be cut: ${message}.`, { cause: error });
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
