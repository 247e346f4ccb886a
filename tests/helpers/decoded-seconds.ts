import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPrograms } from "../../plugins/kit/ffmpeg/programs.js";

const RATE = 8000;
const MOST_BYTES = 2 ** 26;

/** Returns how long the first sound of a file lasts, by the number of its decoded samples. */
export async function decodedSeconds(bytes: Uint8Array): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "decoded-"));
  try {
    const path = join(folder, "made");
    await writeFile(path, bytes);
    const args = `-v quiet -i ${path} -map 0:a:0 -vn -ac 1 -ar ${RATE} -c:a pcm_s16le -f s16le pipe:1`.split(
      " ",
    );
    const [command, given] = (await findPrograms()).command("ffmpeg", [path], args);
    const stdio = ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"];
    return execFileSync(command, given, { stdio, maxBuffer: MOST_BYTES }).length / 2 / RATE;
  } finally {
    await rm(folder, { recursive: true });
  }
}
