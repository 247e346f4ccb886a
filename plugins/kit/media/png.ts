import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflate } from "node:zlib";

export type Rgb = readonly [red: number, green: number, blue: number];

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
/** The side of a square of the board in pixels, which are whole bytes at one bit a pixel. */
const SQUARE = 16;

/**
 * Resolves to a PNG of a checkerboard of two colours, whose first square has the first colour. One bit a
 * pixel and a streaming deflate keep even a large picture small in memory and on disk.
 */
export async function makePng(width: number, height: number, colours: readonly [Rgb, Rgb]): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 3, 0, 0, 0], 8); // one bit, palette, deflate, adaptive filters, no interlace
  const pixels = await pipeline(Readable.from(bands(width, height)), createDeflate(), buffer);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(colours.flat())),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Yields scanlines (filter byte 0, then the packed pixels), one row of squares at a time. */
function* bands(width: number, height: number): Generator<Buffer> {
  const even = scanline(width, false);
  const odd = scanline(width, true);
  for (let top = 0; top < height; top += SQUARE) {
    const line = (top / SQUARE) % 2 === 0 ? even : odd;
    yield Buffer.alloc(line.length * Math.min(SQUARE, height - top), line);
  }
}

function scanline(width: number, startsWithSecond: boolean): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(width / 8));
  for (let at = 1; at < line.length; at += 1) {
    const isSecond = (((at - 1) * 8) / SQUARE) % 2 >= 1;
    line[at] = isSecond === startsWithSecond ? 0x00 : 0xff;
  }
  return line;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
