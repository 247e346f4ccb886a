import test from "ava";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { isNear, readSeconds, secondsAskedFor } from "../../../services/generation/duration.js";

const colours = [
  [90, 90, 200],
  [120, 90, 200],
] as const;
const film = (seconds: number) => makeMp4({ width: 32, height: 32, seconds, sound: true, colours });

/** A copy of a film with another part of its head. */
function changed(bytes: Buffer, name: string, change: (copy: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy, copy.indexOf(name) + name.length);
  return copy;
}

test("the head of a film and of a sound says how long it lasts (rules/models 30)", (t) => {
  for (const seconds of [1, 5, 12]) {
    t.is(Math.round((readSeconds(film(seconds), true) ?? 0) * 10), seconds * 10);
    t.is(readSeconds(makeWav(seconds, 440).subarray(0, 100), false), seconds);
  }
});

test("nothing is said of a film or a sound whose head does not say how long it lasts (rules/models 30)", (t) => {
  const bytes = film(5);
  const movie = bytes.indexOf("moov");
  const unknown = [
    changed(bytes, "mvhd", (copy, at) => copy.writeUInt32BE(0, at + 16)),
    changed(bytes, "mvhd", (copy, at) => copy.writeUInt32BE(0xffff_ffff, at + 16)),
    changed(bytes, "mvhd", (copy, at) => copy.writeUInt32BE(0, at + 12)),
    changed(bytes, "trak", (copy, at) => copy.write("mvex", at - 4)),
    bytes.subarray(0, movie + 60),
    bytes.subarray(0, movie - 4),
    changed(makeWav(5, 440), "data", (copy, at) => copy.writeUInt32LE(0xffff_ffff, at)),
    changed(makeWav(5, 440), "data", (copy, at) => copy.writeUInt32LE(0, at)),
    makeWav(5, 440).subarray(0, 30),
    Buffer.from("ID3 and a sound of another format"),
  ];
  for (const [index, head] of unknown.entries()) t.is(readSeconds(head, false), null, String(index));
});

test("a length from half to double of what was asked for is near, give or take a second (rules/models 30)", (t) => {
  for (const [seconds, asked, near] of [
    [5, 5, true],
    [1.5, 5, true],
    [1.4, 5, false],
    [11, 5, true],
    [11.1, 5, false],
    [0.1, 1, true],
    [3.1, 1, false],
    [299, 600, true],
    [298, 600, false],
  ] as const)
    t.is(isNear(seconds, asked), near, `${seconds} for ${asked}`);
});

test("what a job asked for is its duration, unless something that it gave has one (rules/models 19 and 30)", (t) => {
  const asked = (kind: "video" | "audio" | "image" | "upscale", params: object) =>
    secondsAskedFor({ kind, params } as Parameters<typeof secondsAskedFor>[0]);
  t.is(asked("video", { duration: 5 }), 5);
  t.is(asked("video", { duration: 5, startFrameStorageId: "x" }), 5);
  t.is(asked("audio", { durationSeconds: 7 }), 7);
  t.is(asked("audio", { prompt: "speech" }), null);
  t.is(asked("image", { durationSeconds: 7 }), null);
  t.is(asked("upscale", { sourceStorageId: "x", durationSeconds: 7 }), null);
  for (const given of ["sourceStorageId", "videoStorageId"])
    t.is(asked("audio", { durationSeconds: 7, [given]: "x" }), null);
  for (const given of ["sourceVideoStorageId", "referenceAudioStorageIds", "referenceVideoStorageIds"])
    t.is(asked("video", { duration: 5, [given]: "x" }), null);
});
