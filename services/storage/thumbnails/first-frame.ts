import { QUIET, UNTRUSTED } from "../../../plugins/kit/ffmpeg/guards.js";
import { runProgram } from "../../../plugins/kit/ffmpeg/run-program.js";

const ONE_PICTURE = "-map 0:v:0 -an -sn -dn -frames:v 1 -c:v png -f image2 -update 1".split(" ");
const AT_MOST_512 = "scale=w='min(512,iw)':h='min(512,ih)':force_original_aspect_ratio=decrease";

/**
 * Writes the first picture of a video as PNG; returns false for a video that cannot be decoded. Only
 * processes of the studio call it, because their time limits apply.
 */
export async function firstFrame(input: string, output: string, signal: AbortSignal): Promise<boolean> {
  const args = [
    ...QUIET,
    "-nostdin",
    "-y",
    ...UNTRUSTED,
    "-threads",
    "1",
    "-i",
    input,
    ...ONE_PICTURE,
    "-threads",
    "1",
    "-vf",
    AT_MOST_512,
    output,
  ];
  const { code } = await runProgram("ffmpeg", { args, files: [input, output], signal });
  return code === 0;
}
