import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findPrograms } from "../../../plugins/kit/ffmpeg/programs.js";
import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";

const grey = [128, 128, 128] as const;

/** Returns a file that ffmpeg writes. `%` in the arguments stands for the path of the file. */
export async function filmed(args: string, name: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "filmed-"));
  try {
    const path = join(folder, name);
    const all = `-v error -y ${args} %`.split(" ").map((arg) => (arg === "%" ? path : arg));
    const [command, given] = (await findPrograms()).command("ffmpeg", [path], all);
    execFileSync(command, given, { stdio: "ignore" });
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes a WAV file whose head claims the given channels and bytes, in front of the given body. */
function wavOf(channels: number, said: number, body: Buffer): Buffer {
  const wav = makeWav(0.01, 440).subarray(0, 44);
  const head = Buffer.from(wav);
  head.writeUInt16LE(channels, 22);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt32LE(8000 * channels * 2, 28);
  head.writeUInt32LE(said, 40);
  head.writeUInt32LE(Math.min(0xffffffff, said + 36), 4);
  return Buffer.concat([head, body]);
}

/** Kinds of harm that a film or sound is made for. */
export type FilmClass =
  | "a network address in a playlist"
  | "a local file in a playlist"
  | "a local file in a container"
  | "another container"
  | "duration"
  | "dimensions"
  | "truncation"
  | "sound";

export interface FilmBomb {
  sort: FilmClass;
  name: string;
  contentType: string;
  bytes: Buffer;
}

/**
 * Makes films and sounds that lie, name other files, or are far too large. Each has to be refused. `secret` is the path of a file
 * that exists.
 */
export async function filmBombs(secret: string): Promise<FilmBomb[]> {
  const video = (sort: FilmClass, name: string, bytes: Buffer | string): FilmBomb => ({
    sort,
    name,
    contentType: "video/mp4",
    bytes: Buffer.from(bytes as string),
  });
  const audio = (name: string, bytes: Buffer): FilmBomb => ({
    sort: "sound",
    name,
    contentType: "audio/wav",
    bytes,
  });
  const plain = makeMp4({ width: 64, height: 64, seconds: 2, sound: false, colours: [grey, grey] });
  return [
    video(
      "a local file in a playlist",
      "hls",
      `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${secret}\n#EXT-X-ENDLIST\n`,
    ),
    video(
      "a network address in a playlist",
      "hls to an address",
      "#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1:1/x.ts\n#EXT-X-ENDLIST\n",
    ),
    video("a local file in a playlist", "concat", `ffconcat version 1.0\nfile '${secret}'\n`),
    video(
      "a network address in a playlist",
      "sdp",
      "v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n",
    ),
    video("another container", "subtitles", "1\n00:00:00,000 --> 10:00:00,000\nwords\n"),
    video(
      "a local file in a playlist",
      "dash",
      `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet><Representation><BaseURL>file://${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    ),
    video("a local file in a playlist", "concat protocol", `concat:${secret}|${secret}`),
    video("a local file in a playlist", "avisynth", `AviSource("${secret}")\n`),
    video(
      "another container",
      "styled subtitles",
      "[Script Info]\nScriptType: v4.00+\n\n[Events]\nDialogue: 0,0:00:00.00,9:59:59.00\n",
    ),
    video("another container", "sound only", makeWav(1, 440)),
    video(
      "a local file in a container",
      "a film whose pictures lie in another file",
      elsewhere(plain, secret),
    ),
    video("another container", "a page", "<!DOCTYPE html><script>1</script>"),
    video("another container", "an archive before a film", Buffer.concat([Buffer.from("PK\x03\x04"), plain])),
    video(
      "duration",
      "ten hours of nothing",
      makeMp4({ width: 16, height: 16, seconds: 36_000, sound: false, colours: [grey, grey] }),
    ),
    video(
      "dimensions",
      "100,000 x 1",
      await filmed("-f lavfi -i color=s=100000x1:d=0.1:r=10,format=rgb24 -c:v png -f matroska", "wide.mkv"),
    ),
    video(
      "dimensions",
      "16,000 x 2",
      await filmed("-f lavfi -i color=s=16000x2:d=0.1:r=10,format=rgb24 -c:v png -f matroska", "flat.mkv"),
    ),
    video(
      "dimensions",
      "pixels of 100:1",
      await filmed("-f lavfi -i color=s=64x64:d=0.5,setsar=100 -c:v libx264 -f mp4", "skewed.mp4"),
    ),
    video("truncation", "cut off", plain.subarray(0, plain.length - 400)),
    video("truncation", "half a head", plain.subarray(0, 300)),
    audio("64 channels", wavOf(64, 64 * 2 * 800, Buffer.alloc(64 * 2 * 800))),
    audio("a head alone", wavOf(1, 0xfffffff0, Buffer.alloc(0))),
    audio("text", Buffer.from("nothing of sound in here, and nothing of pictures")),
    audio("a playlist", Buffer.from(`#EXTM3U\n${secret}\n`)),
  ];
}

/** Returns the film with a data reference (QuickTime) that says that its pictures are in the file of the given path. */
function elsewhere(film: Buffer, path: string): Buffer {
  const at = film.indexOf("url ", film.indexOf("dref")) - 4;
  const text = Buffer.from(`file://${path}\0`);
  const entry = Buffer.alloc(12);
  entry.writeUInt32BE(12 + text.length, 0);
  entry.write("url ", 4, "latin1");
  // The boxes are enlarged by the length of the path.
  const made = Buffer.concat([film.subarray(0, at), entry, text, film.subarray(at + 12)]);
  for (const name of ["moov", "trak", "mdia", "minf", "dinf", "dref"]) {
    const head = made.lastIndexOf(name, at) - 4;
    made.writeUInt32BE(made.readUInt32BE(head) + text.length, head);
  }
  return made;
}

export async function secretFile(): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), "secret-")), "secret.wav");
  await writeFile(path, makeWav(10, 440));
  return path;
}
