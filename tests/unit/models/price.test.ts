import test from "ava";
import { ServiceError } from "../../../contracts/errors.js";
import type { GenerationParams } from "../../../contracts/generation-params.js";
import type { Model } from "../../../contracts/models.js";
import { estimateCredits } from "../../../services/models/price.js";
import { audioModel, imageModel, upscaleModel, videoModel } from "../../helpers/declared-models.js";
import { ID } from "./check-table.js";

const video = (duration: number, resolution?: string): GenerationParams => ({
  kind: "video",
  prompt: "a fox",
  duration,
  aspectRatio: "16:9",
  ...(resolution === undefined ? {} : { resolution }),
});
const image = (
  numImages: number,
  choice: { resolution?: string; quality?: string } = {},
): GenerationParams => ({
  kind: "image",
  prompt: "a fox",
  aspectRatio: "1:1",
  numImages,
  ...choice,
});
const speech = (prompt: string): GenerationParams => ({ kind: "audio", prompt });
const sized = { resolutions: ["720p", "1080p", "4k"] };
const rich = { resolutions: ["1k", "2k"], qualities: ["low", "high"] };
const perSecond = { creditsPerSecond: { "720p": 10, "1080p": 20.5, "*": 40 } };
const perImage = { creditsPerImage: { "2k|high": 9, high: 7, "2k": 5, "*": 3 } };
const rate = (credits: number) => ({ creditsPerSecond: { "*": credits } });
const chars = { creditsPerThousandChars: 30 };

const PRICES: readonly [title: string, model: Model, params: GenerationParams, credits: number][] = [
  [
    "per second: seconds times the rate of the resolution",
    videoModel(sized, perSecond),
    video(5, "1080p"),
    103,
  ],
  ["per second: left out, the first resolution", videoModel(sized, perSecond), video(5), 50],
  ["per second: * for any other resolution", videoModel(sized, perSecond), video(5, "4k"), 200],
  ["per second: * where no resolutions are declared", videoModel({}, rate(4)), video(10), 40],
  [
    "per second: upscale bills the declared seconds",
    upscaleModel(["video"], rate(2)),
    { kind: "upscale", sourceStorageId: ID, durationSeconds: 7.2 },
    15,
  ],
  [
    "per second: cleanup bills the declared seconds",
    audioModel("cleanup", {}, rate(0.5)),
    { kind: "audio", sourceStorageId: ID, durationSeconds: 3 },
    2,
  ],
  [
    "per second: audio bills durationSeconds",
    audioModel("sfx", { minSeconds: 1, maxSeconds: 10 }, rate(2)),
    { kind: "audio", prompt: "x", durationSeconds: 4 },
    8,
  ],
  [
    "per second: audio without durationSeconds bills maxSeconds",
    audioModel("sfx", { maxSeconds: 10 }, rate(2)),
    speech("x"),
    20,
  ],
  [
    "per second: audio without durationSeconds and maxSeconds bills 30",
    audioModel("music", {}, rate(2)),
    speech("x"),
    60,
  ],
  [
    "per second: dubbing without durationSeconds bills 30",
    audioModel("dubbing", {}, rate(1)),
    { kind: "audio", sourceStorageId: ID },
    30,
  ],

  [
    "per image: resolution|quality comes first",
    imageModel(rich, perImage),
    image(2, { resolution: "2k", quality: "high" }),
    18,
  ],
  [
    "per image: then quality",
    imageModel(rich, perImage),
    image(2, { resolution: "1k", quality: "high" }),
    14,
  ],
  [
    "per image: then resolution",
    imageModel(rich, perImage),
    image(2, { resolution: "2k", quality: "low" }),
    10,
  ],
  ["per image: then *", imageModel(rich, perImage), image(2, { resolution: "1k", quality: "low" }), 6],
  [
    "per image: left out, the first resolution and quality",
    imageModel(rich, { creditsPerImage: { "1k|low": 2, "*": 99 } }),
    image(3),
    6,
  ],
  [
    "per image: quality given, the first resolution",
    imageModel(rich, { creditsPerImage: { "1k|high": 4, "*": 99 } }),
    image(1, { quality: "high" }),
    4,
  ],

  ["per thousand characters: proportional", audioModel("tts", {}, chars), speech("x".repeat(2500)), 75],
  ["per thousand characters: rounded up once", audioModel("tts", {}, chars), speech("x".repeat(34)), 2],
  [
    "per thousand characters: at least 1",
    audioModel("tts", {}, { creditsPerThousandChars: 0.000001 }),
    speech("x"),
    1,
  ],
  [
    "per thousand characters: code points, not UTF-16 units",
    audioModel("tts", {}, chars),
    speech("🦊".repeat(1000)),
    30,
  ],
  [
    "per thousand characters: prompt plus lyrics",
    audioModel("music", { supportsLyrics: true }, chars),
    { kind: "audio", prompt: "x".repeat(500), lyrics: "é".repeat(500) },
    30,
  ],
  [
    "per thousand characters: lyrics alone",
    audioModel("music", { supportsLyrics: true }, chars),
    { kind: "audio", lyrics: "x".repeat(100) },
    3,
  ],

  ["per run: flat", imageModel({}, { creditsPerRun: 6 }), image(4), 6],
  ["per run: a fraction is rounded up", imageModel({}, { creditsPerRun: 0.25 }), image(4), 1],
  ["free: 0 stays 0", imageModel({}, { creditsPerRun: 0 }), image(4), 0],
  ["free: a rate of 0 stays 0", videoModel({}, rate(0)), video(10), 0],

  ["bases add up before the one rounding", videoModel({}, { ...rate(0.1), creditsPerRun: 0.5 }), video(5), 1],
  [
    "bases add up, all three",
    audioModel("music", {}, { ...rate(0.25), ...chars, creditsPerRun: 1 }),
    { kind: "audio", prompt: "x".repeat(10), durationSeconds: 3 },
    3,
  ],
  [
    "bases add up on images",
    imageModel({}, { creditsPerImage: { "*": 1.5 }, creditsPerRun: 2 }),
    image(3),
    7,
  ],

  ["binary fractions cost nothing: 0.1 × 10", videoModel({}, rate(0.1)), video(10), 1],
  [
    "binary fractions cost nothing: 0.1 + 0.2 seconds",
    audioModel("cleanup", {}, rate(10)),
    { kind: "audio", sourceStorageId: ID, durationSeconds: 0.1 + 0.2 },
    3,
  ],
  ["binary fractions cost nothing: a rate of 0.07 × 100", videoModel({}, rate(0.07 * 100)), video(5), 35],
  ["a millionth above a credit is a credit more", videoModel({}, rate(1.000001)), video(1), 2],
  ["a rate in exponent notation", videoModel({}, rate(2.5e-7)), video(5), 1],
  [
    "a long declaration stays exact",
    upscaleModel(["video"], rate(1_000_000)),
    { kind: "upscale", sourceStorageId: ID, durationSeconds: 1_000_000 },
    1e12,
  ],
];

for (const [title, model, params, credits] of PRICES)
  test(`price, ${title} (rules/billing 2 and 4)`, (t) => t.is(estimateCredits(model, params), credits));

const UNPRICED: readonly [title: string, model: Model, params: GenerationParams][] = [
  [
    "a map without a fitting key and without *",
    videoModel(sized, { creditsPerSecond: { "720p": 1 } }),
    video(5, "4k"),
  ],
  [
    "a map whose key names only an inherited property",
    videoModel({ resolutions: ["toString"] }, { creditsPerSecond: {} }),
    video(5, "toString"),
  ],
  ["no basis at all", imageModel({}, {}), image(1)],
  ["a basis of another kind", imageModel({}, { ...rate(1), creditsPerRun: 1 }), image(1)],
  [
    "a basis of another kind alone",
    upscaleModel(["image"], chars),
    { kind: "upscale", sourceStorageId: ID, durationSeconds: 1 },
  ],
  ["params of another kind", videoModel({}, rate(1)), image(1)],
  [
    "a price that is no safe integer",
    upscaleModel(["video"], rate(1e300)),
    { kind: "upscale", sourceStorageId: ID, durationSeconds: 10 },
  ],
];

for (const [title, model, params] of UNPRICED)
  test(`price, never given away: ${title} is an internal error (rules/models 38)`, (t) => {
    const error = t.throws(() => estimateCredits(model, params), { instanceOf: ServiceError });
    t.is(error.code, "internal");
  });
