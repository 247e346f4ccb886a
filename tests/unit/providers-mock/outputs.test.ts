import test from "ava";
import sharp from "sharp";
import { SAMPLE_IDS } from "../../../plugins/kit/conformance/sample-media.js";
import { parseMp4 } from "../../helpers/parse-mp4.js";
import { parseWav } from "../../helpers/parse-wav.js";
import { runMock } from "../../helpers/run-mock.js";

const image = { kind: "image", prompt: "a kite", numImages: 1 };
const video = { kind: "video", prompt: "a kite", duration: 5, aspectRatio: "16:9" };

async function sizeOf(modelId: string, params: Record<string, unknown>) {
  const [file] = await runMock(modelId, { ...image, ...params });
  const { format, width, height } = await sharp(file?.bytes).metadata();
  return `${format} ${width}x${height}`;
}

test("images are PNG of the ratio, larger with the resolution (rules/models 34)", async (t) => {
  t.is(await sizeOf("mock-image", { aspectRatio: "16:9" }), "png 256x144");
  t.is(await sizeOf("mock-image", { aspectRatio: "9:16" }), "png 144x256");
  t.is(await sizeOf("mock-image-text", { aspectRatio: "21:9" }), "png 256x110");
  t.is(await sizeOf("mock-image-resolutions", { aspectRatio: "4:3", resolution: "2K" }), "png 2048x1536");
});

test("without a resolution the model's first one counts (rules/billing 4)", async (t) => {
  t.is(await sizeOf("mock-image-resolutions", { aspectRatio: "1:1" }), "png 1024x1024");
});

test("numImages gives as many different images (rules/models 13)", async (t) => {
  const files = await runMock("mock-image", { ...image, aspectRatio: "1:1", numImages: 4 });
  t.is(files.length, 4);
  t.is(new Set(files.map(({ bytes }) => bytes.toString("hex"))).size, 4);
  for (const { bytes } of files) await t.notThrowsAsync(sharp(bytes).raw().toBuffer());
});

async function tracksOf(modelId: string, params: Record<string, unknown>) {
  const [file] = await runMock(modelId, { ...video, ...params });
  if (file?.contentType !== "video/mp4") throw new Error(`${file?.contentType} is not video/mp4`);
  const { tracks } = parseMp4(file.bytes);
  return tracks.map(({ codec, width, height, seconds }) => `${codec} ${width}x${height} ${seconds}s`);
}

test("videos are MP4 of the ratio, the resolution and the exact duration (rules/models 34)", async (t) => {
  t.deepEqual(await tracksOf("mock-video-text", { duration: 2.5 }), ["avc1 256x144 2.5s"]);
  t.deepEqual(await tracksOf("mock-video-first-frame", { resolution: "720p", aspectRatio: "9:16" }), [
    "avc1 720x1280 5s",
  ]);
  t.deepEqual(await tracksOf("mock-video-first-frame", {}), ["avc1 854x480 5s"]);
});

test("toggle models make sound unless generateAudio is false (rules/models 20)", async (t) => {
  const silent = ["avc1 256x144 5s"];
  const sounding = [...silent, "mp4a 0x0 5s"];
  t.deepEqual(await tracksOf("mock-video", { generateAudio: true }), sounding);
  t.deepEqual(await tracksOf("mock-video", {}), sounding);
  t.deepEqual(await tracksOf("mock-video", { generateAudio: false }), silent);
});

async function soundOf(modelId: string, params: Record<string, unknown>) {
  const [file] = await runMock(modelId, { kind: "audio", ...params });
  return { contentType: file?.contentType, ...parseWav(file?.bytes ?? Buffer.alloc(0)) };
}

test("sound is a WAV of the wished length that can be heard (rules/models 16)", async (t) => {
  const sound = await soundOf("mock-sfx", { prompt: "wind", durationSeconds: 2.5 });
  t.like(sound, { contentType: "audio/wav", seconds: 2.5, rate: 8000 });
  t.true(sound.loudest > 1000);
  t.is((await soundOf("mock-cleanup", { sourceStorageId: SAMPLE_IDS.audio, durationSeconds: 7 })).seconds, 7);
});

test("speech takes 15 characters a second, and a second at least", async (t) => {
  t.is((await soundOf("mock-tts", { prompt: "x".repeat(60) })).seconds, 4);
  t.is((await soundOf("mock-tts", { prompt: "\u{1F600}".repeat(30) })).seconds, 2);
  t.is((await soundOf("mock-tts", { prompt: "hi" })).seconds, 1);
});

test("without durationSeconds a model makes its maxSeconds, else 30 (rules/billing 5)", async (t) => {
  t.is((await soundOf("mock-music", { prompt: "x" })).seconds, 60);
  t.is((await soundOf("mock-music-song", { lyrics: "x" })).seconds, 30);
  t.is((await soundOf("mock-sfx", { prompt: "x" })).seconds, 22);
});

test("a dubbed sound stays sound, a dubbed video stays a video with sound (rules/models 17)", async (t) => {
  t.is((await soundOf("mock-dubbing", { sourceStorageId: SAMPLE_IDS.audio, durationSeconds: 3 })).seconds, 3);
  const [file] = await runMock("mock-dubbing-run", {
    kind: "audio",
    videoStorageId: SAMPLE_IDS.video,
  });
  t.is(file?.contentType, "video/mp4");
  const { tracks, seconds } = parseMp4(file?.bytes ?? Buffer.alloc(0));
  t.deepEqual(
    tracks.map(({ handler }) => handler),
    ["vide", "soun"],
  );
  t.is(seconds, 30);
});
