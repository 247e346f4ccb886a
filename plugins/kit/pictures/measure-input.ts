import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  type Limits,
  makeWorkFolder,
  scriptBeside,
  studio,
  StudioError,
} from "../../../runtime/process/studio/index.js";
import type { ProviderContext, ProviderInput, ProviderJob } from "../model-provider.js";
import { ProviderError } from "../provider-error.js";
import type { PictureSize } from "./measure-picture.js";

const LIMITS: Limits = { cpuSeconds: 5, wallSeconds: 30, memoryMb: 256 };

/**
 * Returns the size of a picture that a job was given. Throws `invalid_params` for one that cannot be read;
 * `field` names it in the message.
 */
export async function measureInput(
  input: ProviderInput,
  field: string,
  { id, payer = id }: ProviderJob,
  { signal }: ProviderContext,
): Promise<PictureSize> {
  const folder = await makeWorkFolder(tmpdir());
  try {
    const path = join(folder, "input");
    await pipeline(await input.stream(), createWriteStream(path), { signal });
    const script = scriptBeside(import.meta, "measure-picture");
    const work = { script, data: { path }, lane: "quick", account: payer, limits: LIMITS, signal } as const;
    return (await studio.run(work)) as PictureSize;
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    throw new ProviderError("invalid_params", `${field} could not be read as an image: ${error.message}.`, {
      cause: error,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
