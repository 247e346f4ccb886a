import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeWorkFolder } from "../../../../runtime/process/studio/index.js";
import { WavFile } from "../sound/wav-file.js";

/** Of Debian's packages `pocketsphinx` and `pocketsphinx-en-us`. */
export const ENGINE = "pocketsphinx_continuous";
const LOOK_MS = 20_000;
const RATE = 16_000;
const MOMENT_SAMPLES = 1600;
const WORD = "a";
const WORD_SPOKEN = "AH";

/**
 * Whether the engine is on PATH and finds its English model: it listens to a moment of silence for one word. It reads no
 * dictionary and no language model then, which come in the model's package and would take 0.3 s of a processor at each start.
 */
export async function hasEngine(): Promise<boolean> {
  const folder = await makeWorkFolder(tmpdir());
  try {
    const path = join(folder, "moment.wav");
    // At the rate of the model: it refuses any lower one.
    const moment = await WavFile.create(path, { rate: RATE, channels: 1 });
    await moment.add(Buffer.alloc(2 * MOMENT_SAMPLES));
    await moment.end();
    const dictionary = join(folder, "one-word.dict");
    await writeFile(dictionary, `${WORD} ${WORD_SPOKEN}\n`);
    const args = ["-infile", path, "-keyphrase", WORD, "-dict", dictionary, "-logfn", "/dev/null"];
    return await new Promise((resolve) =>
      execFile(ENGINE, args, { timeout: LOOK_MS }, (error) => resolve(error === null)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
