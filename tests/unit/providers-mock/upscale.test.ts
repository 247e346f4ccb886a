import test from "ava";
import sharp from "sharp";
import {
  SAMPLE_IDS,
  type SampleFile,
  makeSampleMedia,
} from "../../../plugins/kit/conformance/sample-media.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { parseMp4 } from "../../helpers/parse-mp4.js";
import { runMock } from "../../helpers/run-mock.js";

const sources = await makeSampleMedia();

const upscaleImage = (source: SampleFile) =>
  runMock(
    "mock-upscale",
    { kind: "upscale", sourceStorageId: SAMPLE_IDS.image, durationSeconds: 1 },
    { ...sources, image: source },
  );

const upscaleVideo = (source: SampleFile, durationSeconds: number) =>
  runMock(
    "mock-upscale",
    { kind: "upscale", sourceStorageId: SAMPLE_IDS.video, durationSeconds },
    { ...sources, video: source },
  );

test("an upscaled image is a PNG with both sides doubled, as they are seen (rules/models 18)", async (t) => {
  const plain = { create: { width: 30, height: 20, channels: 3, background: "teal" } } as const;
  const turned = await sharp(plain).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  for (const [source, size] of [
    [{ contentType: "image/webp", bytes: await sharp(plain).webp().toBuffer() }, "60x40"],
    [{ contentType: "image/jpeg", bytes: turned }, "40x60"],
  ] as const) {
    const [file] = await upscaleImage(source);
    t.is(file?.contentType, "image/png");
    const { width, height } = await sharp(file?.bytes).metadata();
    t.is(`${width}x${height}`, size);
  }
});

test("what cannot be read as an image is refused", async (t) => {
  const bytes = Buffer.from("no image");
  const error = await t.throwsAsync(upscaleImage({ contentType: "image/png", bytes }), {
    instanceOf: ProviderError,
    message: /could not be read as an image/,
  });
  t.like(error, { failure: "invalid_params", retryable: false });
});

test("an upscaled video has both sides doubled and the declared length (rules/models 18 and 19)", async (t) => {
  const [file] = await upscaleVideo(sources.video, 3.25);
  t.is(file?.contentType, "video/mp4");
  const { seconds, tracks } = parseMp4(file?.bytes ?? Buffer.alloc(0));
  t.is(seconds, 3.25);
  t.like(tracks[0], { width: 128, height: 96 });
});

test("a video of another format counts as one of the default size", async (t) => {
  const bytes = Buffer.from("1a45dfa3000000000000", "hex");
  const [file] = await upscaleVideo({ contentType: "video/webm", bytes }, 2);
  t.like(parseMp4(file?.bytes ?? Buffer.alloc(0)).tracks[0], {
    width: 512,
    height: 288,
    seconds: 2,
  });
});

test("a very long video stays a small file", async (t) => {
  const [file] = await upscaleVideo(sources.video, 1_000_000);
  t.true((file?.bytes.length ?? Infinity) < 20_000);
  t.is(parseMp4(file?.bytes ?? Buffer.alloc(0)).seconds, 1_000_000);
});

test("a source that is neither image nor video is refused", async (t) => {
  await t.throwsAsync(upscaleImage(sources.audio), {
    instanceOf: ProviderError,
    message: /neither/,
  });
});
