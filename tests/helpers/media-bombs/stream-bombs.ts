import { makeMp4 } from "../../../plugins/kit/media/mp4.js";
import { type Bomb, bombOf, bytesOf, noise, u16le, u32, u32le } from "./bomb.js";

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body]);
};
const FTYP = box("ftyp", Buffer.from("isom\0\0\0\0isommp41"));
const bomb = (contentType: string, name: string, bytes: Buffer): Bomb =>
  bombOf(contentType, `${contentType} ${name}`, bytes);

/** Makes films and sounds that open other files, claim more than they hold, or have another format than they claim. */
export function streamBombs(): Bomb[] {
  const film = makeMp4({
    width: 64,
    height: 64,
    seconds: 1,
    sound: true,
    colours: [
      [16, 128, 128],
      [235, 128, 128],
    ],
  });
  const huge = Buffer.from(film);
  for (let at = huge.indexOf("avc1"); at >= 0; at = huge.indexOf("avc1", at + 4))
    huge.writeUInt32BE(0xffffffff, at + 28);
  const deep = Array.from({ length: 20_000 }, (_, at) =>
    Buffer.concat([u32((20_000 - at) * 8), Buffer.from("moov")]),
  );
  const ebml = bytesOf("1a45dfa3 9f 4286810142f7810142f2810442f381084282847765626d42878104 4285 8102");
  const riff = (form: string, rest: Buffer) =>
    Buffer.concat([Buffer.from("RIFF"), u32le(0xffffffff), Buffer.from(form), rest]);
  return [
    bomb("video/mp4", "of boxes in boxes", Buffer.concat([FTYP, ...deep])),
    bomb("video/mp4", "that says four billion pixels", huge),
    bomb(
      "video/mp4",
      "with a table of four billion samples",
      Buffer.concat([
        FTYP,
        box(
          "moov",
          box("trak", box("mdia", box("minf", box("stbl", box("stsz", u32(0), u32(0), u32(0xffffffff)))))),
        ),
      ]),
    ),
    bomb("video/mp4", "that is cut off", film.subarray(0, Math.floor(film.length / 2))),
    bomb("video/mp4", "of noise", Buffer.concat([FTYP, noise(50_000, 9)])),
    bomb(
      "video/mp4",
      "that is a playlist of this machine's files",
      Buffer.from("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n"),
    ),
    bomb(
      "video/mp4",
      "that is a list of files to join",
      Buffer.from("ffconcat version 1.0\nfile /etc/passwd\n"),
    ),
    bomb(
      "video/webm",
      "with an element of 2^56 bytes",
      Buffer.concat([ebml, bytesOf("18538067 01ffffffffffffff"), noise(5000, 10)]),
    ),
    bomb(
      "video/x-msvideo",
      "whose index is its own",
      riff(
        "AVI ",
        Buffer.concat([Buffer.from("LIST"), u32le(0xffffffff), Buffer.from("hdrl"), noise(2000, 11)]),
      ),
    ),
    bomb(
      "video/mp2t",
      "of noise with its marks",
      Buffer.concat(Array.from({ length: 500 }, (_, at) => Buffer.concat([bytesOf("47"), noise(187, at)]))),
    ),
    bomb(
      "audio/wav",
      "that says four gigabytes of sixty thousand channels",
      riff(
        "WAVE",
        Buffer.concat([
          Buffer.from("fmt "),
          u32le(16),
          u16le(1, 60_000),
          u32le(0xffffffff, 0xffffffff),
          u16le(4, 16),
          Buffer.from("data"),
          u32le(0xffffffff),
        ]),
      ),
    ),
    bomb("audio/mpeg", "of noise", Buffer.concat([bytesOf("fffb9064"), noise(50_000, 12)])),
    bomb(
      "audio/ogg",
      "of pages without sense",
      Buffer.concat(
        Array.from({ length: 200 }, (_, at) => Buffer.concat([Buffer.from("OggS"), noise(100, at)])),
      ),
    ),
    bomb(
      "audio/flac",
      "whose blocks do not end",
      Buffer.concat([
        Buffer.from("fLaC"),
        ...Array.from({ length: 5000 }, () => bytesOf("04000004 00000000")),
      ]),
    ),
  ];
}
