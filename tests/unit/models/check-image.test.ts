import test from "ava";
import { checkParams } from "../../../services/models/check-params/index.js";
import { imageModel } from "../../helpers/declared-models.js";
import { checkTable, ID, OTHER } from "./check-table.js";

const base = { kind: "image", prompt: "a fox", aspectRatio: "1:1", numImages: 1 };
const plain = imageModel();
const rich = imageModel({
  resolutions: ["1k", "2k"],
  qualities: ["low", "high"],
  supportsImageReference: true,
});

checkTable([
  ["what is required is enough", plain, base],
  [
    "everything that a rich model takes passes",
    rich,
    { ...base, resolution: "2k", quality: "high", referenceStorageIds: [ID] },
  ],
  ["kind: another is refused", plain, { ...base, kind: "video" }, ["params.kind", '"image"', '"video"']],
  ["prompt: missing is refused", plain, { ...base, prompt: undefined }, ["params.prompt", "required"]],
  ["prompt: white space only is refused", plain, { ...base, prompt: "\t " }, ["params.prompt", "blank"]],
  [
    "aspectRatios: another is refused",
    plain,
    { ...base, aspectRatio: "4:3" },
    ["params.aspectRatio", '"4:3"', '"1:1", "16:9"'],
  ],
  [
    "aspectRatios: missing is refused",
    plain,
    { ...base, aspectRatio: undefined },
    ["params.aspectRatio", "required"],
  ],
  ["maxImages: the bound passes", plain, { ...base, numImages: 4 }],
  ["maxImages: above is refused", plain, { ...base, numImages: 5 }, ["params.numImages", "1 to 4", "5"]],
  [
    "maxImages: a huge number is refused",
    plain,
    { ...base, numImages: 1e300 },
    ["params.numImages", "1e+300"],
  ],
  ["numImages: 0 is refused", plain, { ...base, numImages: 0 }, ["params.numImages", "at least 1", "0"]],
  [
    "numImages: a negative is refused",
    plain,
    { ...base, numImages: -1 },
    ["params.numImages", "at least 1", "-1"],
  ],
  [
    "numImages: a fraction is refused",
    plain,
    { ...base, numImages: 1.5 },
    ["params.numImages", "whole number", "1.5"],
  ],
  ["numImages: text is refused", plain, { ...base, numImages: "1" }, ["params.numImages", "number", '"1"']],
  ["numImages: NaN is refused", plain, { ...base, numImages: Number.NaN }, ["params.numImages", "NaN"]],
  [
    "numImages: missing is refused",
    plain,
    { ...base, numImages: undefined },
    ["params.numImages is required and must be a whole number from 1 to 4."],
  ],
  [
    "resolutions: another is refused",
    rich,
    { ...base, resolution: "8k" },
    ["params.resolution", '"8k"', '"1k", "2k"'],
  ],
  [
    "resolutions: refused where none is declared",
    plain,
    { ...base, resolution: "1k" },
    ["params.resolution", "It takes"],
  ],
  [
    "qualities: another is refused",
    rich,
    { ...base, quality: "best" },
    ["params.quality", '"best"', '"low", "high"'],
  ],
  [
    "qualities: refused where none is declared",
    plain,
    { ...base, quality: "low" },
    ["params.quality", "It takes"],
  ],
  [
    "qualities: a list is refused",
    rich,
    { ...base, quality: ["low"] },
    ["params.quality", "string", "a list"],
  ],
  [
    "supportsImageReference: refused without",
    plain,
    { ...base, referenceStorageIds: [ID] },
    ["params.referenceStorageIds", "It takes"],
  ],
  ["supportsImageReference: an empty list asks nothing", plain, { ...base, referenceStorageIds: [] }],
  ["supportsImageReference: doubles pass", rich, { ...base, referenceStorageIds: [ID, ID] }],
  [
    "supportsImageReference: a malformed id is named",
    rich,
    { ...base, referenceStorageIds: [ID, 5] },
    ["params.referenceStorageIds[1]", "UUID", "5"],
  ],
  [
    "supportsImageReference: 101 are refused",
    rich,
    { ...base, referenceStorageIds: Array.from({ length: 101 }, () => ID) },
    ["params.referenceStorageIds", "100"],
  ],
  [
    "unknown fields are refused and the valid ones named",
    rich,
    { ...base, n: 2 },
    ["params.n ", "numImages, resolution, quality, referenceStorageIds"],
  ],
  ["fields of another kind are refused", plain, { ...base, duration: 5 }, ["params.duration"]],
  [
    "an unknown field with an empty list is refused all the same",
    plain,
    { ...base, foo: [] },
    ["params.foo"],
  ],
]);

test("reference images are listed as images (rules/models 21)", (t) => {
  t.deepEqual(checkParams(rich, { ...base, referenceStorageIds: [ID, OTHER.toUpperCase()] }).media, [
    { field: "referenceStorageIds[0]", storageId: ID, kinds: ["image"] },
    { field: "referenceStorageIds[1]", storageId: OTHER, kinds: ["image"] },
  ]);
  t.deepEqual(checkParams(rich, base).media, []);
});
