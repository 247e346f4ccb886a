import { readFile } from "node:fs/promises";
import test from "ava";
import sharp from "sharp";
import { MAX_REFERENCES, referenceRegion } from "../../../plugins/providers/local/canvas/reference-region.js";
import { STYLES } from "../../../plugins/providers/local/canvas/words.js";
import { LOCAL_CANVAS } from "../../../plugins/providers/local/models.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { ofRings } from "../../helpers/of-rings.js";
import { paintLocal, shareOfDifferentPixels } from "../../helpers/paint-local.js";
import { type LocalFile, runLocal } from "../../helpers/run-local.js";
import { type Gray, ssim } from "../../helpers/ssim.js";

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const photo = async (): Promise<LocalFile> => ({
  contentType: "image/jpeg",
  bytes: await readFile("examples/photo.jpg"),
});
const noFile = { contentType: "image/png", bytes: Buffer.from("not a picture") };

async function gray(
  picture: Buffer,
  region?: { left: number; top: number; width: number; height: number },
): Promise<Gray> {
  const cut = region === undefined ? sharp(picture) : sharp(picture).extract(region);
  const { data, info } = await cut.greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

test("SSIM is 1 for a picture and itself, and low for a picture and its negative", async (t) => {
  const { bytes } = await photo();
  const own = await gray(bytes);
  t.true(Math.abs(ssim(own, own) - 1) < 1e-9);
  t.true(ssim(own, await gray(await sharp(bytes).negate().toBuffer())) < 0.1);
});

// The rings have every third style, the whole run each.
for (const style of ofRings(Object.keys(STYLES), { each: 3 })) {
  test(`a reference stays recognisable in its region: ${style}`, async (t) => {
    const file = await photo();
    const png = await paintLocal(
      `${style} of a city at night`,
      { aspectRatio: "3:2", referenceStorageIds: [id(1)] },
      { files: { [id(1)]: file } },
    );
    const region = referenceRegion(1024, 680, 1, 0);
    const expected = await sharp(file.bytes).resize(region.width, region.height).toBuffer();
    const score = ssim(await gray(png, region), await gray(expected));
    t.true(score >= 0.4, String(score));
  });
}

test("several references stay recognisable, each in its own region", async (t) => {
  const first = await photo();
  const second = { ...first, bytes: await sharp(first.bytes).flop().negate({ alpha: false }).toBuffer() };
  for (const [aspectRatio, width, height] of [
    ["16:9", 1024, 576],
    ["9:16", 576, 1024],
  ] as const) {
    const params = { aspectRatio, referenceStorageIds: [id(1), id(2), id(1)] };
    const png = await paintLocal("flowers", params, { files: { [id(1)]: first, [id(2)]: second } });
    for (const [index, { bytes }] of [first, second, first].entries()) {
      const region = referenceRegion(width, height, 3, index);
      const expected = await sharp(bytes).resize(region.width, region.height).toBuffer();
      t.true(ssim(await gray(png, region), await gray(expected)) >= 0.4);
    }
  }
});

test("a reference is placed upright by its EXIF orientation", async (t) => {
  const { bytes } = await photo();
  const turned = await sharp(bytes).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
  const png = await paintLocal(
    "a lake",
    { aspectRatio: "3:2", referenceStorageIds: [id(1)] },
    { files: { [id(1)]: { contentType: "image/jpeg", bytes: turned } } },
  );
  const region = referenceRegion(1024, 680, 1, 0);
  const upright = await sharp(bytes).resize(region.width, region.height).toBuffer();
  t.true(ssim(await gray(png, region), await gray(upright)) >= 0.4);
});

test("without colour words the picture around leans towards the reference's colour", async (t) => {
  const paint = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 64, height: 64, channels: 3, background } })
      .png()
      .toBuffer()
      .then((bytes) =>
        paintLocal(
          "hills [seed=1]",
          { referenceStorageIds: [id(1)] },
          { files: { [id(1)]: { contentType: "image/png", bytes } } },
        ),
      );
  const [red, blue] = await Promise.all([paint("#d02020"), paint("#2040d0")]);
  t.true((await shareOfDifferentPixels(red, blue)) > 0.5);
});

test("regions lie inside the picture and do not touch", (t) => {
  for (const [width, height] of [
    [1024, 440],
    [1024, 1024],
    [576, 1024],
    [2048, 1152],
  ]) {
    for (let count = 1; count <= MAX_REFERENCES; count += 1) {
      const regions = Array.from({ length: count }, (_, index) =>
        referenceRegion(width, height, count, index),
      );
      for (const [i, a] of regions.entries()) {
        t.true(a.left > 0 && a.top > 0 && a.left + a.width < width && a.top + a.height < height);
        t.true(a.width >= 8 && a.height >= 8);
        for (const b of regions.slice(i + 1)) {
          t.true(
            a.left + a.width < b.left ||
              b.left + b.width < a.left ||
              a.top + a.height < b.top ||
              b.top + b.height < a.top,
          );
        }
      }
    }
  }
});

test("a reference that cannot be decoded, or too many of them, are invalid_params (rules/models 12)", async (t) => {
  const params = { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 1 };
  const broken = await t.throwsAsync(
    runLocal(LOCAL_CANVAS, { ...params, referenceStorageIds: [id(1)] }, { files: { [id(1)]: noFile } }),
    { instanceOf: ProviderError },
  );
  t.is(broken.failure, "invalid_params");
  const many = Array.from({ length: MAX_REFERENCES + 1 }, () => id(1));
  const tooMany = await t.throwsAsync(
    runLocal(LOCAL_CANVAS, { ...params, referenceStorageIds: many }, { files: { [id(1)]: await photo() } }),
    { instanceOf: ProviderError },
  );
  t.is(tooMany.failure, "invalid_params");
});
