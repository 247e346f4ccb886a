import test from "ava";
import fc from "fast-check";
import { ServiceError } from "../../../contracts/errors.js";
import { KINDS, type Model } from "../../../contracts/models.js";
import { checkParams } from "../../../services/models/check-params/index.js";
import { audioModel, imageModel, upscaleModel, videoModel } from "../../helpers/declared-models.js";
import { ID } from "./check-table.js";

const numRuns = Number(process.env.KILN_RUNS ?? 100);

const MODELS: readonly Model[] = [
  videoModel({ resolutions: ["720p"], supportsFirstFrame: true, maxReferenceImages: 2 }),
  videoModel({ requiresSourceVideo: true }),
  videoModel({ requiresReferenceImage: true }),
  imageModel({ qualities: ["low"], supportsImageReference: true }),
  audioModel("tts", { voices: ["ada"] }),
  audioModel("music", { supportsLyrics: true }),
  audioModel("sfx", { minSeconds: 1, maxSeconds: 9 }),
  audioModel("cleanup"),
  audioModel("dubbing", { targetLanguages: ["es"] }),
  upscaleModel(),
];

const FIELDS = [
  "prompt",
  "duration",
  "aspectRatio",
  "resolution",
  "quality",
  "numImages",
  "voice",
  "lyrics",
  "instrumental",
  "styleInstructions",
  "durationSeconds",
  "sourceStorageId",
  "videoStorageId",
  "targetLanguage",
  "generateAudio",
  "sourceVideoStorageId",
  "startFrameStorageId",
  "endFrameStorageId",
  "referenceImageStorageIds",
  "referenceStorageIds",
  "__proto__",
  "toString",
];

const plausible = fc.oneof(
  fc.constantFrom<unknown>(
    "16:9",
    "1:1",
    "720p",
    "low",
    "es",
    "ada",
    1,
    5,
    true,
    false,
    ID,
    [ID],
    [],
    [ID, ID, ID],
    "",
  ),
  fc.jsonValue(),
  fc.double(),
);

const nearly = fc
  .tuple(
    fc.constantFrom<unknown>(...KINDS, "text", null),
    fc.array(fc.tuple(fc.constantFrom(...FIELDS), plausible)),
  )
  .map(([kind, entries]): unknown => Object.fromEntries([["kind", kind], ...entries]));

test("params must be an object (rules/edge 16)", (t) => {
  for (const params of [null, undefined, "x", 5, true, [], [{ kind: "video" }]])
    for (const model of MODELS)
      t.throws(() => checkParams(model, params), {
        instanceOf: ServiceError,
        message: /^params must be an object; got /,
      });
});

test("whatever JSON is submitted, it passes as it is or is refused with invalid_params (rules/models 9 and 10)", (t) => {
  fc.assert(
    fc.property(fc.constantFrom(...MODELS), fc.oneof(nearly, fc.jsonValue()), (model, params) => {
      try {
        const checked = checkParams(model, params);
        t.like(params, checked.params);
        return Object.keys(checked.params).length === Object.keys(Object(params)).length;
      } catch (error) {
        return (
          error instanceof ServiceError && error.code === "invalid_params" && error.message.length < 1000
        );
      }
    }),
    { numRuns: numRuns * 10 },
  );
  t.pass();
});

test("values that only code can pass are refused, not thrown on", (t) => {
  const cyclic: Record<string, unknown> = { kind: "image" };
  cyclic.prompt = cyclic;
  for (const value of [1n, Symbol("x"), () => 1, cyclic, new Date()])
    t.throws(
      () =>
        checkParams(imageModel(), {
          kind: "image",
          prompt: value,
          aspectRatio: "1:1",
          numImages: 1,
        }),
      {
        instanceOf: ServiceError,
        message: /^params\.prompt must be a string; got an? /,
      },
    );
});
