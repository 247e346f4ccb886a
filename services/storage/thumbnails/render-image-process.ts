import sharp from "sharp";

/**
 * A process of its own for pictures that strangers made: a decoder that crashes, hangs or eats memory takes
 * nothing else along. One message is one picture: `{ input, output }`, answered by `{ isMade }`.
 */
const MAX_EDGE = 512;
/** A whole decoded picture is at most some 480 MB. */
const MAX_PIXELS = 120_000_000;

sharp.cache(false);
sharp.concurrency(1);

process.on("message", ({ input, output }: { input: string; output: string }) => {
  void render(input, output).then((isMade) => process.send?.({ isMade }));
});
process.once("disconnect", () => process.exit());

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
