import test from "ava";
import type { AudioCapabilities } from "../../../contracts/models.js";
import { sampleParams } from "../../../plugins/kit/conformance/sample-params.js";
import { mockModel } from "../../helpers/mock-model.js";

const ids = { image: "I", video: "V", audio: "A" };
const of = (id: string) => sampleParams(mockModel(id).capabilities, ids);
const prompt = "A red kite over the hills";

test("the smallest params have what their kind requires, and nothing else (rules/models 11, 13 and 16)", (t) => {
  t.deepEqual(of("mock-image"), { kind: "image", prompt, aspectRatio: "16:9", numImages: 1 });
  t.deepEqual(of("mock-image-matrix"), {
    kind: "image",
    prompt,
    aspectRatio: "21:9",
    numImages: 1,
  });
  t.deepEqual(of("mock-video"), { kind: "video", prompt, aspectRatio: "16:9", duration: 1 });
  t.deepEqual(of("mock-tts"), { kind: "audio", prompt });
  t.deepEqual(of("mock-sfx"), { kind: "audio", prompt });
  t.deepEqual(of("mock-dubbing"), { kind: "audio", sourceStorageId: "A" });
  t.deepEqual(of("mock-cleanup"), { kind: "audio", sourceStorageId: "A", durationSeconds: 1 });
});

test("a required source replaces the prompt, a required reference comes as first frame where that is taken (rules/models 11 and 12)", (t) => {
  const video = { kind: "video", aspectRatio: "16:9", duration: 1 };
  t.deepEqual(of("mock-video-edit"), { ...video, sourceVideoStorageId: "V" });
  t.deepEqual(of("mock-video-animate"), { ...video, prompt, startFrameStorageId: "I" });
  t.deepEqual(of("mock-video-character"), { ...video, prompt, referenceImageStorageIds: ["I"] });
  t.deepEqual(of("mock-video-restyle"), {
    ...video,
    sourceVideoStorageId: "V",
    referenceImageStorageIds: ["I"],
  });
});

test("lyrics stand for the prompt where they are required (rules/models 14)", (t) => {
  t.deepEqual(Object.keys(of("mock-music-song")), ["kind", "lyrics"]);
  t.deepEqual(of("mock-music"), { kind: "audio", prompt });
});

test("an upscale takes an image where it can", (t) => {
  t.deepEqual(of("mock-upscale"), { kind: "upscale", sourceStorageId: "I", durationSeconds: 1 });
  t.deepEqual(of("mock-upscale-video"), {
    kind: "upscale",
    sourceStorageId: "V",
    durationSeconds: 1,
  });
});

test("the length of a cleanup stays within its bounds (rules/models 16)", (t) => {
  const cleanup: AudioCapabilities = {
    kind: "audio",
    category: "cleanup",
    supportsLyrics: false,
    supportsInstrumental: false,
    supportsStyleInstructions: false,
  };
  t.is(sampleParams({ ...cleanup, minSeconds: 5 }, ids)["durationSeconds"], 5);
  t.is(sampleParams({ ...cleanup, maxSeconds: 0.5 }, ids)["durationSeconds"], 0.5);
});
