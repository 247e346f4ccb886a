import test from "ava";
import fc from "fast-check";
import type { Model } from "../../../contracts/models.js";
import { checkPricing } from "../../../services/models/check-pricing.js";
import { estimateCredits } from "../../../services/models/price.js";
import { audioModel, imageModel, upscaleModel, videoModel } from "../../helpers/declared-models.js";

const rich = { resolutions: ["1k", "2k"], qualities: ["low", "high"] };
const sized = { resolutions: ["480p", "720p"] };

const SOUND: readonly [title: string, model: Model][] = [
  ["a rate for each resolution", videoModel(sized, { creditsPerSecond: { "480p": 1, "720p": 2 } })],
  ["a rate for some and *", videoModel(sized, { creditsPerSecond: { "720p": 2, "*": 1 } })],
  [
    "a fallback that nothing needs",
    videoModel(sized, { creditsPerSecond: { "480p": 1, "720p": 2, "*": 3 } }),
  ],
  [
    "all combinations of resolution and quality",
    imageModel(rich, { creditsPerImage: { "1k|low": 1, "1k|high": 2, "2k|low": 3, "2k|high": 4 } }),
  ],
  ["qualities alone", imageModel(rich, { creditsPerImage: { low: 1, high: 2 } })],
  [
    "a mixture of all key forms",
    imageModel(rich, { creditsPerImage: { "2k|high": 9, high: 7, "2k": 5, "*": 3 } }),
  ],
  ["a free model says so", imageModel({}, { creditsPerRun: 0 })],
  [
    "several bases",
    audioModel(
      "music",
      { maxSeconds: 60 },
      { creditsPerSecond: { "*": 1 }, creditsPerRun: 1, creditsPerThousandChars: 1 },
    ),
  ],
  ["an upscale by the second", upscaleModel(["video"], { creditsPerSecond: { "*": 1 } })],
  [
    "a cleanup, which always declares its seconds",
    audioModel("cleanup", { minSeconds: 60 }, { creditsPerSecond: { "*": 1 } }),
  ],
];
for (const [title, model] of SOUND)
  test(`pricing is sound: ${title} (rules/models 38)`, (t) => t.deepEqual(checkPricing(model), []));

const FAULTY: readonly [title: string, model: Model, problem: RegExp][] = [
  ["no price", imageModel({}, {}), /^pricing is empty; a free model declares creditsPerRun: 0$/],
  [
    "a resolution without a rate",
    videoModel(sized, { creditsPerSecond: { "480p": 1 } }),
    /creditsPerSecond has no rate for resolution 720p and no "\*"/,
  ],
  ["an empty map", videoModel({}, { creditsPerSecond: {} }), /creditsPerSecond has no rate for a job/],
  [
    "a typo in a key",
    videoModel(sized, { creditsPerSecond: { "720": 2, "*": 1 } }),
    /has the key "720", which no parameters select/,
  ],
  [
    "a key of a resolution that is not declared",
    videoModel({}, { creditsPerSecond: { "480p": 2, "*": 1 } }),
    /key "480p"/,
  ],
  [
    "a combination without a rate",
    imageModel(rich, { creditsPerImage: { "1k|low": 1, high: 2 } }),
    /no rate for resolution 2k, quality low/,
  ],
  [
    "a combined key the wrong way round",
    imageModel(rich, { creditsPerImage: { "high|2k": 1, "*": 2 } }),
    /key "high\|2k"/,
  ],
  [
    "a key that others shadow",
    imageModel(rich, { creditsPerImage: { low: 1, high: 2, "2k": 3 } }),
    /key "2k"/,
  ],
  [
    "seconds of an image",
    imageModel({}, { creditsPerSecond: { "*": 1 } }),
    /creditsPerSecond does not fit the kind image; valid: creditsPerImage, creditsPerRun, creditsPerThousandChars/,
  ],
  [
    "images of a video",
    videoModel({}, { creditsPerImage: { "*": 1 } }),
    /creditsPerImage does not fit the kind video/,
  ],
  [
    "text of an upscale",
    upscaleModel(["image"], { creditsPerThousandChars: 1 }),
    /creditsPerThousandChars does not fit the kind upscale/,
  ],
  [
    "resolutions of an audio model",
    audioModel("music", {}, { creditsPerSecond: { "720p": 1, "*": 1 } }),
    /key "720p"/,
  ],
  [
    "a rate beyond all bounds",
    imageModel({}, { creditsPerImage: { "*": 1e7 } }),
    /creditsPerImage\["\*"\] must be from 0 to 1000000; got 10000000/,
  ],
  ["a negative price", imageModel({}, { creditsPerRun: -1 }), /creditsPerRun must be from 0/],
  ["NaN", imageModel({}, { creditsPerRun: Number.NaN }), /creditsPerRun must be from 0/],
  [
    "a default length that the model cannot make",
    audioModel("music", { minSeconds: 31 }, { creditsPerSecond: { "*": 1 } }),
    /needs maxSeconds/,
  ],
  [
    "another kind than the capabilities",
    { ...imageModel(), kind: "video" },
    /kind is video, but the capabilities are of kind image/,
  ],
];
for (const [title, model, problem] of FAULTY)
  test(`pricing is refused: ${title} (rules/models 38)`, (t) => {
    const problems = checkPricing(model);
    t.is(problems.length, 1);
    t.regex(problems[0] ?? "", problem);
  });

test("a sound model has a price for everything that its lists allow, and only then (rules/models 38)", (t) => {
  const names = fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 });
  const key = fc.constantFrom("a", "b", "c", "x", "y", "a|x", "a|y", "b|x", "c|y", "*");
  const rates = fc.dictionary(key, fc.nat(9), { maxKeys: 8 });
  fc.assert(
    fc.property(names, fc.subarray(["x", "y"]), rates, (resolutions, qualities, creditsPerImage) => {
      const model = imageModel({ resolutions, qualities }, { creditsPerImage });
      const isComplete = !checkPricing(model).some((problem) => problem.includes("has no rate"));
      const unpriced = [undefined, ...resolutions].flatMap((resolution) =>
        [undefined, ...qualities].filter((quality) => {
          try {
            estimateCredits(model, {
              kind: "image",
              prompt: "x",
              aspectRatio: "1:1",
              numImages: 1,
              resolution,
              quality,
            });
            return false;
          } catch {
            return true;
          }
        }),
      );
      return isComplete === (unpriced.length === 0);
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 100) },
  );
  t.pass();
});
