import test from "ava";
import { fitsH264, h264Still } from "../../../plugins/kit/media/h264-still.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { readMp4Size } from "../../../plugins/kit/media/read-mp4-size.js";
import { parseMp4 } from "../../helpers/parse-mp4.js";

const colours = [
  [90, 100, 200],
  [160, 100, 60],
] as const;
const film = { width: 64, height: 48, seconds: 2, sound: true, colours };

test("each sample of an MP4 lies in its media data and is what its track says", (t) => {
  const { seconds, tracks } = parseMp4(makeMp4({ ...film, seconds: 3.3 }));
  t.is(seconds, 3.3);
  t.deepEqual(
    tracks.map(({ handler, codec, seconds: length }) => [handler, codec, length]),
    [
      ["vide", "avc1", 3.3],
      ["soun", "mp4a", 3.3],
    ],
  );
  t.is(tracks[0]?.samples.length, 4);
  for (const sample of tracks[0]?.samples ?? []) {
    t.is(sample.readUInt32BE(0), sample.length - 4, "one NAL unit after its length");
    t.is(sample[4], 0x65, "a key frame");
  }
  for (const sample of tracks[1]?.samples ?? []) t.is(sample.toString("hex"), "00c800802380");
});

test("neighbouring key frames differ in idr_pic_id (H.264 7.4.3)", (t) => {
  const [first, second, third] = parseMp4(makeMp4({ ...film, seconds: 3 })).tracks[0]?.samples ?? [];
  t.notDeepEqual(first, second);
  t.deepEqual(first, third);
  const same = h264Still(32, 32);
  t.notDeepEqual(same.frame(0, colours[0]), same.frame(1, colours[0]));
});

test("a film without sound has one track", (t) => {
  const { tracks } = parseMp4(makeMp4({ ...film, sound: false }));
  t.deepEqual(
    tracks.map(({ handler }) => handler),
    ["vide"],
  );
});

test("a film of an hour or more keeps its exact length in few frames", (t) => {
  const { seconds, tracks } = parseMp4(makeMp4({ ...film, seconds: 7201.5 }));
  t.is(seconds, 7201.5);
  t.is(tracks[0]?.samples.length, 600);
});

test("no start code can occur inside a NAL unit (H.264 7.4.1)", (t) => {
  for (const [width, height] of [
    [16, 16],
    [256, 144],
    [2, 400],
    [1920, 1080],
  ] as const) {
    const { configuration, frame } = h264Still(width, height);
    for (const bytes of [frame(0, colours[0]).subarray(4), configuration.subarray(8)]) {
      t.false(hasStartCode(bytes));
    }
  }
});

/** Returns whether the bytes hold two zeros followed by 0, 1 or 2. */
const hasStartCode = (bytes: Buffer): boolean =>
  bytes.some((byte, at) => byte <= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0);

test("sides must be even and within what a level of H.264 allows", (t) => {
  t.true(fitsH264(8192, 4352));
  t.false(fitsH264(8192, 8192));
  t.false(fitsH264(40_000, 16));
  t.throws(() => h264Still(33, 32), { instanceOf: RangeError });
  t.throws(() => h264Still(8192, 8192), { instanceOf: RangeError });
});

test("the size of an MP4 is read back", (t) => {
  t.deepEqual(readMp4Size(makeMp4({ ...film, width: 110, height: 256 })), {
    width: 110,
    height: 256,
  });
});

test("a quarter turn swaps the sides, as players show them", (t) => {
  const bytes = makeMp4(film);
  const matrix = bytes.indexOf("tkhd") + 4 + 40;
  bytes.writeInt32BE(0, matrix);
  bytes.writeInt32BE(0x10000, matrix + 4);
  t.deepEqual(readMp4Size(bytes), { width: 48, height: 64 });
});

test("what is not an MP4, or a broken one, has no size", (t) => {
  const whole = makeMp4(film);
  t.is(readMp4Size(Buffer.alloc(0)), null);
  t.is(readMp4Size(Buffer.from("no video at all, only words")), null);
  for (let length = 0; length < 200; length += 1) t.is(readMp4Size(whole.subarray(0, length)), null);
});
