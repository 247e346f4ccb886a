import { readFile } from "node:fs/promises";
import test from "ava";
import sharp from "sharp";
import { LOCAL_UPSCALE, LOCAL_UPSCALE_SHARP } from "../../../plugins/providers/local/models.js";
import { paintLocal } from "../../helpers/paint-local.js";
import { type LocalFile, runLocal } from "../../helpers/run-local.js";
import { ssim } from "../../helpers/ssim.js";

const ID = "00000000-0000-4000-8000-000000000001";
const upscale = async (model: typeof LOCAL_UPSCALE, bytes: Buffer): Promise<LocalFile> => {
  const files = { [ID]: { contentType: "image/png", bytes } };
  const [file] = await runLocal(
    model,
    { kind: "upscale", sourceStorageId: ID, durationSeconds: 1 },
    { files },
  );
  if (file === undefined) throw new Error("there is no result");
  return file;
};
const grey = async (picture: Buffer) => {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};
function psnr(first: Buffer, second: Buffer): number {
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) sum += ((first[at] ?? 0) - (second[at] ?? 0)) ** 2;
  return 10 * Math.log10((255 * 255 * first.length) / sum);
}

for (const [name, source] of [
  ["a photo", () => readFile("examples/photo.jpg")],
  ["a drawing", () => paintLocal("a fox in a forest [seed=3]")],
] as const)
  test(`${name} comes nearer to what it was than with Lanczos alone`, async (t) => {
    const truth = await sharp(await source())
      .resize({ width: 512, height: 340, fit: "cover" })
      .png()
      .toBuffer();
    const half = await sharp(truth).resize(256, 170, { kernel: "lanczos3" }).png().toBuffer();
    const wanted = await grey(truth);
    const [plain, sharper] = await Promise.all(
      [LOCAL_UPSCALE, LOCAL_UPSCALE_SHARP].map(async (model) => grey((await upscale(model, half)).bytes)),
    );
    if (plain === undefined || sharper === undefined) return t.fail();
    t.deepEqual([sharper.width, sharper.height], [512, 340]);
    const gained = psnr(sharper.data, wanted.data) - psnr(plain.data, wanted.data);
    t.true(gained > 0.15, `${gained} dB`);
    t.true(ssim(sharper, wanted) > ssim(plain, wanted));
  });

test("strips leave no seams: a picture of many strips is refined as its parts are", async (t) => {
  const picture = await sharp(await readFile("examples/photo.jpg"))
    .resize(120, 300, { fit: "fill" })
    .png()
    .toBuffer();
  const whole = await sharp((await upscale(LOCAL_UPSCALE_SHARP, picture)).bytes)
    .removeAlpha()
    .raw()
    .toBuffer();
  const part = await sharp(picture).extract({ left: 0, top: 100, width: 120, height: 120 }).png().toBuffer();
  const alone = await sharp((await upscale(LOCAL_UPSCALE_SHARP, part)).bytes)
    .removeAlpha()
    .raw()
    .toBuffer();
  const line = 240 * 3;
  // The compared rows are away from the edges of the part, where the rest of the picture is missing.
  const rows = (data: Buffer, from: number) => data.subarray(from * line, (from + 200) * line);
  t.deepEqual(rows(alone, 20), rows(whole, 220));
});

test("transparency is kept, and more pixels than it takes are refused", async (t) => {
  const half = await sharp({ create: { width: 40, height: 30, channels: 4, background: "#c0402080" } })
    .png()
    .toBuffer();
  const { channels, width } = await sharp((await upscale(LOCAL_UPSCALE_SHARP, half)).bytes).metadata();
  t.deepEqual([channels, width], [4, 80]);
  const large = await sharp({ create: { width: 2100, height: 2100, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  await t.throwsAsync(upscale(LOCAL_UPSCALE_SHARP, large), {
    message: /^sourceStorageId cannot be decoded: it has 2100/u,
  });
});
