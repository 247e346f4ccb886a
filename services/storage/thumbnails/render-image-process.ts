import { existsSync } from "node:fs";
import sharp from "sharp";
import { goBehindServer } from "../../../runtime/helper-process.js";
import { firstFrame } from "./first-frame.js";
import type { Rendered, Rendering } from "./image-process.js";

/**
 * A process of its own for pictures that strangers made: a decoder that crashes, hangs or eats memory takes
 * nothing else along. One message is one picture, and has one answer.
 */
const MAX_EDGE = 512;
/** A whole decoded picture is at most some 480 MB. */
const MAX_PIXELS = 120_000_000;

sharp.cache(false);
sharp.concurrency(1);

goBehindServer();
const ending = new AbortController();

process.on("message", (rendering: Rendering) => {
  void answer(rendering).then((rendered) => process.send?.(rendered));
});
process.once("disconnect", () => {
  ending.abort();
  // A decoder in the middle of its work would hold up an ordinary exit.
  process.kill(process.pid, "SIGKILL");
});

async function answer({ input, output, frame }: Rendering): Promise<Rendered> {
  if (frame === null) return { isMade: await render(input, output) };
  try {
    const isFound = (await firstFrame(input, frame, ending.signal)) && existsSync(frame);
    return { isMade: isFound && (await render(frame, output)) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

async function render(input: string, output: string): Promise<boolean> {
  try {
    // The first frame of what is animated. The file lies alone in its folder: an SVG finds nothing to refer to.
    await sharp(input, { limitInputPixels: MAX_PIXELS, failOn: "error", sequentialRead: true, pages: 1 })
      .autoOrient()
      .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(output);
    return true;
  } catch {
    return false;
  }
}
