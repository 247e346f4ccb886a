import test from "ava";
import sharp from "sharp";
import { STYLES } from "../../../plugins/providers/local/canvas/words.js";
import { LOCAL_CANVAS } from "../../../plugins/providers/local/models.js";
import { ofRings } from "../../helpers/of-rings.js";
import { paintLocal, shareOfDifferentPixels } from "../../helpers/paint-local.js";
import { runLocal } from "../../helpers/run-local.js";

const { capabilities } = LOCAL_CANVAS;
/** The smallest picture. */
const SMALL = { aspectRatio: "21:9" };
const ratios = capabilities.kind === "image" ? capabilities.aspectRatios : [];

// A whole run has each style and each ratio once: a picture has one of both, and is made a second time for comparison. The rings have
// every fourth one.
for (const [at, style] of ofRings([...Object.keys(STYLES).entries()], { each: 4 })) {
  const aspectRatio = ratios[at % ratios.length] ?? "1:1";
  test(`a picture of ${aspectRatio} as ${style} has that ratio, sides in steps of 8, 1024 pixels on the long one, and the same bytes again from its seed, also in another job (rules/models 33 and 39)`, async (t) => {
    const prompt = `${style} of a fox in the forest [seed=42]`;
    const first = await paintLocal(prompt, { aspectRatio }, { jobId: "one" });
    const { format, width, height, hasAlpha } = await sharp(first).metadata();
    const [across, down] = aspectRatio.split(":").map(Number);
    t.is(format, "png");
    t.false(hasAlpha);
    t.is(Math.max(width, height), 1024);
    t.deepEqual([width % 8, height % 8], [0, 0]);
    t.true(Math.abs(width / height / (across / down) - 1) < 0.02);
    t.true(first.equals(await paintLocal(prompt, { aspectRatio }, { jobId: "two" })));
  });
}

test("there are no more ratios than styles, so that each ratio has its picture", (t) => {
  t.true(ratios.length > 0 && ratios.length <= Object.keys(STYLES).length);
});

test("2K doubles the long side and keeps the composition", async (t) => {
  const prompt = "poster of a castle on a hill [seed=3]";
  const [small, large] = await Promise.all([
    paintLocal(prompt, SMALL),
    paintLocal(prompt, { ...SMALL, resolution: "2K" }),
  ]);
  const { width, height } = await sharp(large).metadata();
  t.deepEqual([width, height], [2048, 880]);
  const shrunk = await sharp(large).resize(256, 110).blur(3).png().toBuffer();
  const same = await sharp(small).resize(256, 110).blur(3).png().toBuffer();
  t.true((await shareOfDifferentPixels(shrunk, same)) < 0.02);
});

test("another seed gives another picture", async (t) => {
  const [first, second] = await Promise.all(
    [1, 2].map((seed) => paintLocal(`a fox in the forest, poster [seed=${seed}]`, SMALL)),
  );
  t.true((await shareOfDifferentPixels(first, second)) > 0.2);
});

test("without a seed each job is its own picture, and a repeat of the job gives the same bytes (rules/models 39)", async (t) => {
  const prompt = "a fox in the forest";
  const [first, again, other] = await Promise.all(
    ["one", "one", "two"].map((jobId) => paintLocal(prompt, SMALL, { jobId })),
  );
  t.true(first.equals(again));
  t.true((await shareOfDifferentPixels(first, other)) > 0.2);
});

test("the images of one job differ from each other", async (t) => {
  const images = await runLocal(LOCAL_CANVAS, {
    kind: "image",
    prompt: "a sailing boat at sunset [seed=5]",
    ...SMALL,
    numImages: 4,
  });
  t.is(images.length, 4);
  for (const [i, first] of images.entries()) {
    t.is(first.contentType, "image/png");
    for (const second of images.slice(i + 1)) {
      t.true((await shareOfDifferentPixels(first.bytes, second.bytes)) > 0.2);
    }
  }
});

test("an aborted job stops before its next step, with the signal's reason", async (t) => {
  const controller = new AbortController();
  const params = { kind: "image", prompt: "a cat", aspectRatio: "1:1", numImages: 4 };
  const running = runLocal(LOCAL_CANVAS, params, { signal: controller.signal });
  const reason = new Error("canceled by the caller");
  setImmediate(() => controller.abort(reason));
  t.is(await t.throwsAsync(running), reason);
});
