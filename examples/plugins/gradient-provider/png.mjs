import { crc32, deflateSync } from "node:zlib";

const u32 = (value) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const chunk = (type, data) =>
  Buffer.concat([u32(data.length), Buffer.from(type), data, u32(crc32(data, crc32(type)))]);

/** An 8-bit RGB PNG; `pixel(x, y)` gives [red, green, blue]. */
export function makePng(width, height, pixel) {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(pixel(x, y), y * (1 + width * 3) + 1 + x * 3);
  }
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", Buffer.concat([u32(width), u32(height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
