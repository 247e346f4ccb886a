import { readFile } from "node:fs/promises";
import test from "ava";
import sharp from "sharp";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { LOCAL_UPSCALE } from "../../../plugins/providers/local/models.js";
import { doubleLanczos } from "../../../plugins/providers/local/upscale/double-lanczos.js";
import { type LocalFile, runLocal } from "../../helpers/run-local.js";

const ID = "00000000-0000-4000-8000-000000000001";
const params = { kind: "upscale", sourceStorageId: ID, durationSeconds: 1 };

async function upscale(bytes: Buffer, contentType = "image/png"): Promise<LocalFile> {
  const [file] = await runLocal(LOCAL_UPSCALE, params, { files: { [ID]: { contentType, bytes } } });
  return file;
}

async function refusal(bytes: Buffer, contentType?: string): Promise<ProviderError> {
  let thrown: unknown;
  await upscale(bytes, contentType).catch((error: unknown) => (thrown = error));
  if (!(thrown instanceof ProviderError)) throw new Error("it was accepted", { cause: thrown });
  return thrown;
}

for (const format of ["jpeg", "webp", "png"] as const) {
  test(`both sides are doubled and ${format} stays ${format} (rules/models 18)`, async (t) => {
    const source = await sharp(await readFile("examples/photo.jpg"))
      .resize(301, 173)
      .toFormat(format)
      .toBuffer();
    const { contentType, bytes } = await upscale(source, `image/${format}`);
    const meta = await sharp(bytes).metadata();
    t.is(contentType, `image/${format}`);
    t.deepEqual([meta.format, meta.width, meta.height], [format, 602, 346]);
    const back = await sharp(bytes).resize(301, 173).raw().toBuffer();
    const { mean } = await meanDifference(back, await sharp(source).raw().toBuffer());
    t.true(mean < 4, String(mean));
  });
}

test("other still formats become PNG", async (t) => {
  const { contentType, bytes } = await upscale(
    await sharp(await readFile("examples/photo.jpg"))
      .resize(40, 30)
      .gif()
      .toBuffer(),
    "image/gif",
  );
  t.is(contentType, "image/png");
  t.is((await sharp(bytes).metadata()).width, 80);
});

test("the kernel is Lanczos with three lobes: every pixel matches the formula", async (t) => {
  const [width, height] = [23, 17];
  const data = await sharp(await readFile("examples/photo.jpg"))
    .resize(width, height, { fit: "fill" })
    .raw()
    .toBuffer();
  const doubled = await doubleLanczos({ data, width, height, channels: 3 });
  t.is(doubled.data.length, data.length * 4);
  let worst = 0;
  for (let y = 0; y < height * 2; y += 1) {
    for (let x = 0; x < width * 2; x += 1) {
      const expected = lanczosAt(data, { width, height }, (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5);
      worst = Math.max(worst, Math.abs(doubled.data[(y * width * 2 + x) * 3] - expected));
    }
  }
  // Values beyond black and white are cut off between the two directions.
  t.true(worst <= 2, String(worst));
});

test("strips leave no seams: a tall picture equals the formula around the strip's edge", async (t) => {
  // A strip has at least 32 rows and 1 MiB.
  const [width, height] = [16_384, 96];
  const data = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => 70 + ((at * 7919) % 111)));
  const doubled = await doubleLanczos({ data, width, height, channels: 3 });
  for (let y = 0; y < height * 2; y += 1) {
    const expected = lanczosAt(data, { width, height }, 4.25, (y + 0.5) / 2 - 0.5);
    t.true(Math.abs(doubled.data[(y * width * 2 + 9) * 3] - expected) <= 1);
  }
});

test("alpha is kept (rules/models 18)", async (t) => {
  const half = await sharp({
    create: { width: 20, height: 10, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  const { data, info } = await sharp((await upscale(half)).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true });
  t.deepEqual([info.width, info.height, info.channels], [40, 20, 4]);
  t.true(Math.abs(data[3] - 128) <= 1);
  t.true(Math.abs(data[0] - 200) <= 1);
});

test("the EXIF orientation is applied before", async (t) => {
  const lying = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#336699" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const meta = await sharp((await upscale(lying, "image/jpeg")).bytes).metadata();
  t.deepEqual([meta.width, meta.height, meta.orientation], [40, 60, undefined]);
});

test("a grey and a 16-bit picture are doubled too", async (t) => {
  const grey = await sharp(await readFile("examples/photo.jpg"))
    .resize(30, 20)
    .greyscale()
    .png()
    .toBuffer();
  const deep = await sharp(await readFile("examples/photo.jpg"))
    .resize(30, 20)
    .toColourspace("rgb16")
    .png()
    .toBuffer();
  for (const source of [grey, deep]) {
    const { bytes } = await upscale(source);
    t.is((await sharp(bytes).metadata()).height, 40);
    const back = await sharp(bytes).resize(30, 20).removeAlpha().toColourspace("srgb").raw().toBuffer();
    const { mean } = await meanDifference(
      back,
      await sharp(source).removeAlpha().toColourspace("srgb").raw().toBuffer(),
    );
    t.true(mean < 5, String(mean));
  }
});

test("what cannot be decoded is invalid_params with a sentence", async (t) => {
  const { failure, retryable, message } = await refusal(Buffer.from("no picture at all"));
  t.is(failure, "invalid_params");
  t.false(retryable);
  t.regex(message, /^sourceStorageId cannot be decoded: /u);
  const cut = (await readFile("examples/photo.jpg")).subarray(0, 2000);
  t.is((await refusal(cut, "image/jpeg")).failure, "invalid_params");
});

test("another kind of file is refused by its type", async (t) => {
  t.regex((await refusal(Buffer.from("x"), "video/mp4")).message, /must be an image, not video\/mp4/u);
});

test("a result above the bound is refused before any work", async (t) => {
  const large = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: "#888" } })
    .png()
    .toBuffer();
  t.regex((await refusal(large)).message, /5000 x 4000 pixels; at most 16\.7 million are accepted/u);
});

test("an animated picture is refused", async (t) => {
  const frames = await Promise.all(
    ["#444444", "#eeeeee"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animated = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  t.is((await sharp(animated).metadata()).pages, 2);
  t.regex((await refusal(animated, "image/gif")).message, /is animated/u);
});

async function meanDifference(first: Buffer, second: Buffer): Promise<{ mean: number }> {
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) sum += Math.abs(first[at] - second[at]);
  return { mean: sum / first.length };
}

/** Computes the red value by the textbook: all six by six neighbours, edges repeated. */
function lanczosAt(
  data: Buffer,
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): number {
  const kernel = (d: number): number =>
    d === 0
      ? 1
      : Math.abs(d) >= 3
        ? 0
        : (3 * Math.sin(Math.PI * d) * Math.sin((Math.PI * d) / 3)) / (Math.PI * d) ** 2;
  const along = (at: number): number[] => Array.from({ length: 6 }, (_, i) => Math.floor(at) - 2 + i);
  const clamp = (value: number, max: number): number => Math.min(max - 1, Math.max(0, value));
  let [sum, weights] = [0, 0];
  for (const py of along(y)) {
    for (const px of along(x)) {
      const weight = kernel(px - x) * kernel(py - y);
      weights += weight;
      sum += weight * data[(clamp(py, height) * width + clamp(px, width)) * 3];
    }
  }
  return Math.min(255, Math.max(0, sum / weights));
}
