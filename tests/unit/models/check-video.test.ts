import test from "ava";
import { checkParams } from "../../../services/models/check-params/index.js";
import { videoModel } from "../../helpers/declared-models.js";
import { checkTable, ID, OTHER } from "./check-table.js";

const base = { kind: "video", prompt: "a fox", duration: 5, aspectRatio: "16:9" };
const plain = videoModel();
const sized = videoModel({ resolutions: ["480p", "720p"] });
const framed = videoModel({ supportsFirstFrame: true, supportsLastFrame: true });
const referring = videoModel({
  maxReferenceImages: 2,
  maxReferenceVideos: 1,
  maxReferenceAudios: 1,
});
const editing = videoModel({ requiresSourceVideo: true });
const { prompt: _prompt, ...silent } = base;

checkTable([
  ["kind: the model's own passes", plain, base],
  ["kind: another is refused", plain, { ...base, kind: "image" }, ["params.kind", '"video"', '"image"']],
  ["kind: missing is refused", plain, { ...base, kind: undefined }, ["params.kind", '"video"', "missing"]],
  ["kind: another type is refused", plain, { ...base, kind: 5 }, ["params.kind", "5"]],

  ["prompt: missing is refused", plain, silent, ["params.prompt", "required"]],
  [
    "prompt: white space only is refused",
    plain,
    { ...base, prompt: " \n\u00a0\t" },
    ["params.prompt", "blank"],
  ],
  ["prompt: empty is refused", plain, { ...base, prompt: "" }, ["params.prompt", "blank"]],
  ["prompt: a number is refused", plain, { ...base, prompt: 7 }, ["params.prompt", "string", "7"]],
  [
    "prompt: 100,000 characters pass, counted in code points",
    plain,
    { ...base, prompt: "🦊".repeat(100_000) },
  ],
  ["prompt: more is refused", plain, { ...base, prompt: "x".repeat(100_001) }, ["params.prompt", "100000"]],
  ["prompt: optional with requiresSourceVideo", editing, { ...silent, sourceVideoStorageId: ID }],
  ["prompt: taken with requiresSourceVideo", editing, { ...base, sourceVideoStorageId: ID }],
  [
    "prompt: white space is refused with requiresSourceVideo too",
    editing,
    { ...base, prompt: " ", sourceVideoStorageId: ID },
    ["params.prompt"],
  ],

  ["durations: each entry passes", plain, { ...base, duration: 10 }],
  ["durations: another value is refused", plain, { ...base, duration: 7 }, ["params.duration", "7", "5, 10"]],
  [
    "durations: missing is refused",
    plain,
    { ...base, duration: undefined },
    ["params.duration is required and must be one of 5, 10."],
  ],
  [
    "durations: text is refused",
    plain,
    { ...base, duration: "5" },
    ['params.duration must be a finite number, one of 5, 10; got "5".'],
  ],
  [
    "durations: NaN is refused",
    plain,
    { ...base, duration: Number.NaN },
    ["params.duration", "number", "NaN"],
  ],
  ["durations: Infinity is refused", plain, { ...base, duration: Infinity }, ["params.duration", "Infinity"]],
  ["durations: a negative is refused", plain, { ...base, duration: -5 }, ["params.duration", "-5", "5, 10"]],
  ["durations: a huge one is refused", plain, { ...base, duration: 1e300 }, ["params.duration", "1e+300"]],

  ["aspectRatios: each entry passes", plain, { ...base, aspectRatio: "9:16" }],
  [
    "aspectRatios: another is refused",
    plain,
    { ...base, aspectRatio: "1:1" },
    ["params.aspectRatio", '"1:1"', '"16:9", "9:16"'],
  ],
  [
    "aspectRatios: missing is refused, the first is no default",
    plain,
    { ...base, aspectRatio: undefined },
    ["params.aspectRatio", "required"],
  ],
  [
    "aspectRatios: null is refused",
    plain,
    { ...base, aspectRatio: null },
    ["params.aspectRatio", "string", "null"],
  ],

  ["resolutions: each entry passes", sized, { ...base, resolution: "720p" }],
  ["resolutions: may be left out", sized, base],
  [
    "resolutions: another is refused",
    sized,
    { ...base, resolution: "8k" },
    ["params.resolution", '"8k"', '"480p", "720p"'],
  ],
  [
    "resolutions: refused where none is declared",
    plain,
    { ...base, resolution: "480p" },
    ["params.resolution", "It takes: kind, prompt, duration, aspectRatio"],
  ],
  [
    "resolutions: refused where the list is empty",
    videoModel({ resolutions: [] }),
    { ...base, resolution: "480p" },
    ["params.resolution"],
  ],

  ["supportsFirstFrame: taken", framed, { ...base, startFrameStorageId: ID }],
  [
    "supportsFirstFrame: refused without",
    plain,
    { ...base, startFrameStorageId: ID },
    ["params.startFrameStorageId", "It takes"],
  ],
  [
    "supportsFirstFrame: a malformed id is refused",
    framed,
    { ...base, startFrameStorageId: "x" },
    ["params.startFrameStorageId", "UUID", '"x"'],
  ],
  [
    "supportsFirstFrame: a list is refused",
    framed,
    { ...base, startFrameStorageId: [ID] },
    ["params.startFrameStorageId", "UUID", "a list"],
  ],
  ["supportsLastFrame: taken", framed, { ...base, endFrameStorageId: ID }],
  [
    "supportsLastFrame: refused without",
    plain,
    { ...base, endFrameStorageId: ID },
    ["params.endFrameStorageId"],
  ],
  [
    "supportsLastFrame: refused with first frames only",
    videoModel({ supportsFirstFrame: true }),
    { ...base, endFrameStorageId: ID },
    ["params.endFrameStorageId", "startFrameStorageId"],
  ],

  [
    "supportsAudioToggle: false is taken",
    videoModel({ supportsAudioToggle: true }),
    { ...base, generateAudio: false },
  ],
  [
    "supportsAudioToggle: true is taken",
    videoModel({ supportsAudioToggle: true }),
    { ...base, generateAudio: true },
  ],
  [
    "supportsAudioToggle: false is refused without",
    plain,
    { ...base, generateAudio: false },
    ["params.generateAudio", "true", "false"],
  ],
  ["supportsAudioToggle: true asks nothing of a model without", plain, { ...base, generateAudio: true }],
  [
    "supportsAudioToggle: text is refused",
    videoModel({ supportsAudioToggle: true }),
    { ...base, generateAudio: "false" },
    ["params.generateAudio", "true or false", '"false"'],
  ],

  [
    "maxReferenceImages: up to the cap, doubles too",
    referring,
    { ...base, referenceImageStorageIds: [ID, ID] },
  ],
  [
    "maxReferenceImages: above is refused",
    referring,
    { ...base, referenceImageStorageIds: [ID, ID, OTHER] },
    ["params.referenceImageStorageIds", "at most 2", "3"],
  ],
  [
    "maxReferenceImages: 0 is unsupported",
    plain,
    { ...base, referenceImageStorageIds: [ID] },
    ["params.referenceImageStorageIds", "It takes"],
  ],
  ["maxReferenceImages: an empty list asks nothing", plain, { ...base, referenceImageStorageIds: [] }],
  [
    "maxReferenceImages: a malformed id is named",
    referring,
    { ...base, referenceImageStorageIds: [ID, "nope"] },
    ["params.referenceImageStorageIds[1]", "UUID", '"nope"'],
  ],
  [
    "maxReferenceImages: null in the list is named",
    referring,
    { ...base, referenceImageStorageIds: [null] },
    ["params.referenceImageStorageIds[0]", "UUID", "null"],
  ],
  [
    "maxReferenceImages: one id without a list is refused",
    referring,
    { ...base, referenceImageStorageIds: ID },
    ["params.referenceImageStorageIds", "list"],
  ],
  [
    "maxReferenceImages: a flood is refused",
    referring,
    { ...base, referenceImageStorageIds: Array.from({ length: 100_000 }, () => 1) },
    ["params.referenceImageStorageIds", "at most 100"],
  ],
  ["maxReferenceVideos: up to the cap", referring, { ...base, referenceVideoStorageIds: [ID] }],
  [
    "maxReferenceVideos: above is refused",
    referring,
    { ...base, referenceVideoStorageIds: [ID, OTHER] },
    ["params.referenceVideoStorageIds", "at most 1 entry", "2"],
  ],
  [
    "maxReferenceVideos: 0 is unsupported",
    plain,
    { ...base, referenceVideoStorageIds: [ID] },
    ["params.referenceVideoStorageIds"],
  ],
  ["maxReferenceAudios: up to the cap", referring, { ...base, referenceAudioStorageIds: [ID] }],
  [
    "maxReferenceAudios: above is refused",
    referring,
    { ...base, referenceAudioStorageIds: [ID, OTHER] },
    ["params.referenceAudioStorageIds", "at most 1"],
  ],
  [
    "maxReferenceAudios: 0 is unsupported",
    plain,
    { ...base, referenceAudioStorageIds: [ID] },
    ["params.referenceAudioStorageIds"],
  ],

  ["requiresSourceVideo: missing is refused", editing, base, ["params.sourceVideoStorageId", "required"]],
  [
    "requiresSourceVideo: a source is refused without",
    plain,
    { ...base, sourceVideoStorageId: ID },
    ["params.sourceVideoStorageId", "It takes"],
  ],

  [
    "requiresReferenceImage: a start frame will do",
    videoModel({ requiresReferenceImage: true, supportsFirstFrame: true, maxReferenceImages: 1 }),
    { ...base, startFrameStorageId: ID },
  ],
  [
    "requiresReferenceImage: a reference image will do",
    videoModel({ requiresReferenceImage: true, supportsFirstFrame: true, maxReferenceImages: 1 }),
    { ...base, referenceImageStorageIds: [ID] },
  ],
  [
    "requiresReferenceImage: neither is refused",
    videoModel({ requiresReferenceImage: true, supportsFirstFrame: true, maxReferenceImages: 1 }),
    { ...base, referenceImageStorageIds: [] },
    ["params.startFrameStorageId", "or", "params.referenceImageStorageIds"],
  ],
  [
    "requiresReferenceImage: only the ways that the model has are named",
    videoModel({ requiresReferenceImage: true, maxReferenceImages: 1 }),
    base,
    ["needs at least one entry in params.referenceImageStorageIds."],
  ],

  [
    "unknown fields are refused and the valid ones named",
    plain,
    { ...base, durration: 5 },
    ["params.durration", "duration, aspectRatio"],
  ],
  ["fields of another kind are refused", plain, { ...base, numImages: 1 }, ["params.numImages"]],
  [
    "a field named __proto__ is refused",
    plain,
    JSON.parse(JSON.stringify(base).replace("{", '{"__proto__":{},')),
    ["__proto__"],
  ],
  ["a field named constructor is refused", plain, { ...base, constructor: [] }, ["params.constructor"]],
  [
    "odd field names are quoted and cut",
    plain,
    { ...base, [`\n${"x".repeat(500)}`]: 1 },
    ['params["\\nxxx', '…"]'],
  ],
]);

test("media of a video are listed with field, lower-case id and kind (rules/models 21)", (t) => {
  const model = videoModel({
    supportsFirstFrame: true,
    supportsLastFrame: true,
    maxReferenceImages: 2,
    maxReferenceVideos: 1,
    maxReferenceAudios: 1,
    requiresSourceVideo: true,
  });
  const params = {
    ...base,
    sourceVideoStorageId: OTHER,
    startFrameStorageId: ID.toUpperCase(),
    endFrameStorageId: ID,
    referenceImageStorageIds: [ID, OTHER],
    referenceVideoStorageIds: [ID],
    referenceAudioStorageIds: [ID],
  };
  const checked = checkParams(model, params);
  t.deepEqual<unknown, unknown>(checked.params, params);
  t.deepEqual(checked.media, [
    { field: "sourceVideoStorageId", storageId: OTHER, kinds: ["video"] },
    { field: "startFrameStorageId", storageId: ID, kinds: ["image"] },
    { field: "endFrameStorageId", storageId: ID, kinds: ["image"] },
    { field: "referenceImageStorageIds[0]", storageId: ID, kinds: ["image"] },
    { field: "referenceImageStorageIds[1]", storageId: OTHER, kinds: ["image"] },
    { field: "referenceVideoStorageIds[0]", storageId: ID, kinds: ["video"] },
    { field: "referenceAudioStorageIds[0]", storageId: ID, kinds: ["audio"] },
  ]);
});
