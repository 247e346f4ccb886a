import sharp from "sharp";
import { type Bomb, bombOf, bytesOf, noise, u16le, u32, u32le } from "./bomb.js";

const named =
  (format: string) =>
  (name: string, bytes: Parameters<typeof bombOf>[2]): Bomb =>
    bombOf(`image/${format}`, `${format} ${name}`, bytes);

function gifBombs(): Bomb[] {
  const bomb = named("gif");
  const screen = (width: number, height: number) =>
    Buffer.concat([Buffer.from("GIF89a"), u16le(width, height), bytesOf("800000 000000 ffffff")]);
  const frame = (width: number, height: number, data = bytesOf("02 02 4401 00")) =>
    Buffer.concat([bytesOf("21f904000100000000 2c00000000"), u16le(width, height), bytesOf("00"), data]);
  const end = bytesOf("3b");
  const repeat = (part: Buffer, times: number) => Buffer.concat(Array.from({ length: times }, () => part));
  return [
    bomb("of 65,535 x 65,535", Buffer.concat([screen(65_535, 65_535), frame(1, 1), end])),
    bomb("whose frame is larger than its screen", Buffer.concat([screen(8, 8), frame(65_535, 65_535), end])),
    bomb("of 100,000 frames", () => Buffer.concat([screen(64, 64), repeat(frame(64, 64), 100_000), end])),
    bomb("of 200 large frames", Buffer.concat([screen(7000, 7000), repeat(frame(7000, 7000), 200), end])),
    bomb(
      "of codes without sense",
      Buffer.concat([
        screen(3000, 3000),
        frame(
          3000,
          3000,
          Buffer.concat([
            bytesOf("08"),
            repeat(Buffer.concat([bytesOf("ff"), noise(255, 3)]), 200),
            bytesOf("00"),
          ]),
        ),
        end,
      ]),
    ),
    bomb("that is cut off", Buffer.concat([screen(3000, 3000), bytesOf("2c000000")])),
  ];
}

function webpBombs(): Bomb[] {
  const bomb = named("webp");
  const riff = (...parts: Buffer[]) => {
    const body = Buffer.concat([Buffer.from("WEBP"), ...parts]);
    return Buffer.concat([Buffer.from("RIFF"), u32le(body.length), body]);
  };
  const chunk = (type: string, data: Buffer) =>
    Buffer.concat([Buffer.from(type), u32le(data.length), data, Buffer.alloc(data.length % 2)]);
  const lossless = (width: number, height: number) =>
    chunk("VP8L", Buffer.concat([bytesOf("2f"), u32le((width - 1) | ((height - 1) << 14)), noise(4000, 4)]));
  const canvas = (width: number, height: number, flags: number) =>
    chunk(
      "VP8X",
      Buffer.concat([u32le(flags), u32le(width - 1).subarray(0, 3), u32le(height - 1).subarray(0, 3)]),
    );
  // What sharp makes of 48 million pixels of one colour, which takes it three seconds.
  const real = bytesOf("524946461e00000057454250 5650384c11000000 2f7ffeed120750a00217a4808188e87f0000");
  return [
    bomb("of 16,383 x 16,383 without sense", riff(lossless(16_383, 16_383))),
    bomb("of 16,000 x 3,000 in a few bytes", real),
    bomb("of a canvas of 2^24 x 2^24", riff(canvas(2 ** 24, 2 ** 24, 0), lossless(16, 16))),
    bomb("of 20,000 frames", () =>
      riff(
        canvas(4000, 4000, 2),
        chunk("ANIM", Buffer.alloc(6)),
        ...Array.from({ length: 20_000 }, () =>
          chunk("ANMF", Buffer.concat([Buffer.alloc(16), lossless(4000, 4000).subarray(0, 40)])),
        ),
      ),
    ),
    bomb(
      "whose size lies",
      Buffer.concat([
        Buffer.from("RIFF"),
        u32le(0xfffffff0),
        Buffer.from("WEBPVP8 "),
        u32le(0xfffffff0),
        noise(500, 5),
      ]),
    ),
    bomb("that is cut off", real.subarray(0, 40)),
  ];
}

async function avifBombs(): Promise<Bomb[]> {
  const bomb = named("avif");
  const small = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#c04020" } })
    .avif({ effort: 0 })
    .toBuffer();
  const large = () =>
    sharp({ create: { width: 5000, height: 4000, channels: 3, background: "#c04020" } })
      .avif({ effort: 0 })
      .toBuffer();
  const resized = (width: number, height: number) => {
    const bytes = Buffer.from(small);
    const at = bytes.indexOf("ispe");
    u32(width).copy(bytes, at + 8);
    u32(height).copy(bytes, at + 12);
    return bytes;
  };
  const nested = Buffer.concat([
    small.subarray(0, small.indexOf("meta") - 4),
    ...Array.from({ length: 5000 }, (_, at) =>
      Buffer.concat([u32((5000 - at) * 12), Buffer.from("meta"), Buffer.alloc(4)]),
    ),
  ]);
  return [
    bomb("of 20 million pixels in a few bytes", large),
    bomb("that says 65,535 x 65,535", resized(65_535, 65_535)),
    bomb("that says 2^31 x 2^31", resized(0x7fffffff, 0x7fffffff)),
    bomb("that says more than it holds", resized(3000, 3000)),
    bomb("of boxes in boxes", nested),
    bomb("that is cut off", small.subarray(0, small.length - 40)),
    bomb(
      "with noise for pixels",
      Buffer.concat([small.subarray(0, small.indexOf("mdat") + 4), noise(2000, 6)]),
    ),
  ];
}

function tiffBombs(): Bomb[] {
  const bomb = named("tiff");
  const entry = (tag: number, type: number, value: number, count = 1) =>
    Buffer.concat([u16le(tag, type), u32le(count, value)]);
  const file = (entries: Buffer[], next = 0, rest: Buffer = Buffer.alloc(64)) =>
    Buffer.concat([Buffer.from("II*\0"), u32le(8), u16le(entries.length), ...entries, u32le(next), rest]);
  const picture = (width: number, height: number, compression: number, bits = 8) => [
    entry(256, 4, width),
    entry(257, 4, height),
    entry(258, 3, bits),
    entry(259, 3, compression),
    entry(262, 3, 1),
    entry(273, 4, 150),
    entry(277, 3, 1),
    entry(278, 4, height),
    entry(279, 4, 0xfffffff0),
  ];
  const pages = (count: number) => {
    const one = picture(64, 64, 1);
    const size = 2 + one.length * 12 + 4;
    return Buffer.concat([
      Buffer.from("II*\0"),
      u32le(8),
      ...Array.from({ length: count }, (_, at) =>
        Buffer.concat([u16le(one.length), ...one, u32le(at === count - 1 ? 0 : 8 + size * (at + 1))]),
      ),
    ]);
  };
  return [
    bomb("of 2^31 x 2^31", file(picture(0x7fffffff, 0x7fffffff, 1))),
    bomb("of 60,000 x 60,000 in one strip", file(picture(60_000, 60_000, 8))),
    bomb("of 10,000 x 10,000 in one strip that is not there", file(picture(10_000, 10_000, 1))),
    bomb("of runs without sense", file(picture(9000, 9000, 32_773), 0, noise(50_000, 7))),
    bomb("whose directory is its own next", file(picture(64, 64, 1), 8)),
    bomb("of 20,000 pages", () => pages(20_000)),
    bomb("with a tag of four billion entries", file([...picture(64, 64, 1), entry(273, 4, 8, 0xffffffff)])),
    bomb("that is cut off", file(picture(64, 64, 1)).subarray(0, 60)),
  ];
}

async function jpegBombs(): Promise<Bomb[]> {
  const bomb = named("jpeg");
  const create = { width: 6000, height: 5000, channels: 3, background: "#c04020" } as const;
  const progressive = () => sharp({ create }).jpeg({ progressive: true, quality: 30 }).toBuffer();
  const grown = (source: Buffer, marker: number, width: number, height: number) => {
    const bytes = Buffer.from(source);
    const at = bytes.indexOf(Buffer.from([0xff, marker]));
    bytes.writeUInt16BE(height, at + 5);
    bytes.writeUInt16BE(width, at + 7);
    return bytes;
  };
  const baseline = await sharp({ create: { ...create, width: 64, height: 64 } })
    .jpeg()
    .toBuffer();
  const scans = (source: Buffer) => {
    const scan = source.subarray(source.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
    return Buffer.concat([
      source.subarray(0, -2),
      ...Array.from({ length: 3000 }, () => scan),
      bytesOf("ffd9"),
    ]);
  };
  return [
    bomb("of 65,535 x 65,535 that says so alone", grown(baseline, 0xc0, 65_535, 65_535)),
    bomb("of 10,000 x 10,000 that says so alone", grown(baseline, 0xc0, 10_000, 10_000)),
    bomb("progressive, of 60,000 x 60,000", async () => grown(await progressive(), 0xc2, 60_000, 60_000)),
    bomb("progressive, of 9,000 x 9,000", async () => grown(await progressive(), 0xc2, 9000, 9000)),
    bomb("of 3,000 scans", async () => scans(await progressive())),
    bomb("of 20,000 tables", () =>
      Buffer.concat([
        bytesOf("ffd8"),
        ...Array.from({ length: 20_000 }, () => Buffer.concat([bytesOf("ffdb004300"), Buffer.alloc(64, 1)])),
        baseline.subarray(2),
      ]),
    ),
    bomb("that is cut off", async () => (await progressive()).subarray(0, 3000)),
    bomb("of noise", Buffer.concat([baseline.subarray(0, 200), noise(20_000, 8)])),
  ];
}

export const rasterBombs = async (): Promise<Bomb[]> => [
  ...gifBombs(),
  ...webpBombs(),
  ...(await avifBombs()),
  ...tiffBombs(),
  ...(await jpegBombs()),
];
