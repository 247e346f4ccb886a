import test from "ava";
import sharp from "sharp";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { FileEnd } from "../../../services/generation/file-end.js";

const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: "teal" } });
const TYPES = ["png", "jpeg", "gif", "webp"] as const;
const files = new Map<string, Buffer>([["audio/wav", makeWav(1, 440)]]);
test.before(async () => {
  for (const type of TYPES) files.set(`image/${type}`, await picture.clone().toFormat(type).toBuffer());
});

/** Returns what a file lacks that comes in pieces of the given number of bytes. */
function missing(type: string, bytes: Buffer, piece = bytes.length): string | null {
  const end = new FileEnd();
  for (let at = 0; at < bytes.length; at += piece) end.add(bytes.subarray(at, at + piece));
  if (end.bytes !== bytes.length) throw new Error("bytes were not counted");
  return end.missing(type);
}

test("a whole file lacks nothing, in whatever pieces it comes (rules/models 30)", (t) => {
  t.is(files.size, 5);
  for (const [type, bytes] of files)
    for (const piece of [1, 7, 1000, bytes.length]) t.is(missing(type, bytes, piece), null, type);
});

test("a file that is cut off lacks its end, however short and long it is (rules/models 30)", (t) => {
  for (const [type, bytes] of files) {
    for (const length of [33, bytes.length - 12])
      for (const piece of [1, 1000]) t.truthy(missing(type, bytes.subarray(0, length), piece), type);
    const long = Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(3 * 4096), bytes]);
    if (type.startsWith("image/") && type !== "image/webp") {
      t.is(missing(type, long, 1000), null, type);
      t.truthy(missing(type, Buffer.concat([long, Buffer.alloc(20_000, 1)]), 1000), `${type}, long ago`);
    }
  }
});

test("a few bytes behind the end of a picture, and a sound whose length was not known, are no fault (rules/models 30)", (t) => {
  for (const type of ["image/png", "image/jpeg"])
    t.is(missing(type, Buffer.concat([files.get(type) ?? Buffer.alloc(0), Buffer.from("a comment")])), null);
  const gif = files.get("image/gif") ?? Buffer.alloc(0);
  t.is(missing("image/gif", Buffer.concat([gif, Buffer.alloc(3)])), null, "padded with zeros");
  const wav = Buffer.from(files.get("audio/wav") ?? "");
  for (const [says, lacks] of [
    [0xffff_ffff, false],
    [0x7fff_ffff, false],
    [0, false],
    [wav.length, false],
    [wav.length + 1, true],
  ] as const) {
    wav.writeUInt32LE(says, 4);
    t.is(missing("audio/wav", wav) !== null, lacks, String(says));
  }
});
