import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "ava";
import sharp from "sharp";
import { runProgram } from "../../../plugins/kit/ffmpeg/run-program.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { isDecodable } from "../../../services/generation/is-decodable.js";

let folder: string;
const files = new Map<string, Buffer>();

/** Encodes a second of sound or of moving pictures with a third party's encoder. */
async function encode(name: string, ...how: readonly string[]): Promise<Buffer> {
  const [sound, film, path] = [join(folder, "in.wav"), join(folder, "in.mp4"), join(folder, name)];
  const source = how.includes("-an") ? film : sound;
  const args = ["-v", "error", "-y", "-i", source, ...how, path];
  const { code, complaint } = await runProgram("ffmpeg", {
    args,
    files: [source, path],
    signal: new AbortController().signal,
  });
  if (code !== 0) throw new Error(`${name}: ${complaint}`);
  return readFile(path);
}

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), "kiln-heads-"));
  const wav = makeWav(1, 440);
  const colours = [
    [90, 90, 200],
    [120, 90, 200],
  ] as const;
  const mp4 = makeMp4({ width: 32, height: 32, seconds: 1, sound: true, colours });
  await writeFile(join(folder, "in.wav"), wav);
  await writeFile(join(folder, "in.mp4"), mp4);
  files.set("audio/wav", wav);
  files.set("video/mp4", mp4);
  const picture = sharp({ create: { width: 20, height: 10, channels: 3, background: "teal" } });
  for (const type of ["png", "jpeg", "webp", "gif", "avif"] as const)
    files.set(`image/${type}`, await picture.clone().toFormat(type).toBuffer());
  files.set("audio/mpeg", await encode("a.mp3", "-c:a", "libmp3lame"));
  files.set(
    "audio/mpeg without a tag",
    await encode("b.mp3", "-c:a", "libmp3lame", "-id3v2_version", "0", "-write_xing", "0"),
  );
  files.set("audio/ogg", await encode("a.ogg", "-c:a", "libvorbis"));
  files.set("audio/ogg of opus", await encode("a.opus", "-c:a", "libopus"));
  files.set("audio/flac", await encode("a.flac", "-c:a", "flac"));
  files.set("audio/aac", await encode("a.aac", "-c:a", "aac", "-f", "adts"));
  files.set("audio/mp4", await encode("a.m4a", "-c:a", "aac"));
  files.set("video/webm", await encode("a.webm", "-an", "-c:v", "libvpx"));
  files.set("video/quicktime", await encode("a.mov", "-an", "-c:v", "mpeg4"));
  files.set(
    "video/mp4 with its head first",
    await encode("b.mp4", "-an", "-c:v", "mpeg4", "-movflags", "+faststart"),
  );
});
test.after.always(() => rm(folder, { recursive: true, force: true }));

const typeOf = (name: string): string => name.split(" ")[0] ?? "";

test("a file of each format can be decoded by its head, whole or cut behind 64 KB (rules/models 30)", (t) => {
  t.is(files.size, 17);
  for (const [name, bytes] of files) {
    t.true(isDecodable(typeOf(name), bytes, true), name);
    // A film may have its head at its end.
    t.true(isDecodable(typeOf(name), bytes.subarray(0, 65_536), bytes.length <= 65_536), name);
  }
});

test("a file that has no more than its first bytes cannot be decoded, nor one that is zeros behind them (rules/models 30)", (t) => {
  for (const [name, bytes] of files) {
    const first = bytes.subarray(0, 12);
    t.false(isDecodable(typeOf(name), first, true), name);
    t.false(isDecodable(typeOf(name), Buffer.concat([first, Buffer.alloc(4000)]), true), `${name}, zeros`);
  }
});

test("a film without a head or a track, and a sound without a rate cannot be decoded (rules/models 30)", (t) => {
  const film = files.get("video/mp4") ?? Buffer.alloc(0);
  t.true(isDecodable("video/mp4", film, true));
  for (const [from, to] of [
    ["moov", "free"],
    ["trak", "skip"],
  ] as const) {
    const copy = Buffer.from(film.toString("latin1").replaceAll(from, to), "latin1");
    t.false(isDecodable("video/mp4", copy, true), from);
  }
  const wav = Buffer.from(files.get("audio/wav") ?? "");
  wav.writeUInt32LE(0, 24);
  t.false(isDecodable("audio/wav", wav, true));
});

test("a tag that is longer than the head is no fault of a sound", (t) => {
  const tag = Buffer.concat([
    Buffer.from("ID3\x04\0\0", "latin1"),
    Buffer.from([0, 0x40, 0, 0]),
    Buffer.alloc(1000),
  ]);
  t.true(isDecodable("audio/mpeg", tag, false));
});
