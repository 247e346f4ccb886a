import test from "ava";
import sharp from "sharp";
import { makePng } from "../../../plugins/kit/media/png.js";

const RED = [200, 10, 20] as const;
const BLUE = [5, 60, 250] as const;

for (const [width, height] of [
  [1, 1],
  [16, 16],
  [33, 17],
  [256, 144],
] as const) {
  test(`a PNG of ${width} x ${height} is a checkerboard of its two colours`, async (t) => {
    const { data, info } = await sharp(await makePng(width, height, [RED, BLUE]))
      .raw()
      .toBuffer({ resolveWithObject: true });
    t.like(info, { width, height, channels: 3 });
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const expected = (Math.floor(x / 16) + Math.floor(y / 16)) % 2 === 0 ? RED : BLUE;
        const at = (y * width + x) * 3;
        if (data[at] !== expected[0] || data[at + 2] !== expected[2]) t.fail(`pixel ${x},${y}`);
      }
    }
  });
}

test("a very large PNG stays small", async (t) => {
  const bytes = await makePng(8192, 8192, [RED, BLUE]);
  t.true(bytes.length < 100_000);
  t.like(await sharp(bytes).metadata(), { width: 8192, height: 8192 });
});
