import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWav } from "../../../kit/media/wav.js";

/** Of Debian's packages `pocketsphinx` and `pocketsphinx-en-us`. */
export const ENGINE = "pocketsphinx_continuous";
const LOOK_MS = 20_000;

/** Whether the engine is on PATH and finds its English model: it is made to hear a moment of sound. */
export async function hasEngine(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-hear-"));
  try {
    const path = join(folder, "moment.wav");
    await writeFile(path, makeWav(0.1, 440));
    const args = ["-infile", path, "-samprate", "8000", "-logfn", "/dev/null"];
    return await new Promise((resolve) =>
      execFile(ENGINE, args, { timeout: LOOK_MS }, (error) => resolve(error === null)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
