import test from "ava";
import { checkParams } from "../../../services/models/check-params/index.js";
import { upscaleModel } from "../../helpers/declared-models.js";
import { checkTable, ID } from "./check-table.js";

const base = { kind: "upscale", sourceStorageId: ID, durationSeconds: 4.5 };
const model = upscaleModel();

checkTable([
  ["source and seconds pass", model, base],
  ["kind: another is refused", model, { ...base, kind: "video" }, ["params.kind", '"upscale"', '"video"']],
  [
    "sourceStorageId: missing is refused",
    model,
    { ...base, sourceStorageId: undefined },
    ["params.sourceStorageId", "required", "UUID"],
  ],
  [
    "sourceStorageId: malformed is refused",
    model,
    { ...base, sourceStorageId: `${ID}0` },
    ["params.sourceStorageId", "UUID"],
  ],
  [
    "durationSeconds: missing is refused",
    model,
    { ...base, durationSeconds: undefined },
    ["params.durationSeconds", "required"],
  ],
  [
    "durationSeconds: 0 is refused",
    model,
    { ...base, durationSeconds: 0 },
    ["params.durationSeconds", "greater than 0", "0"],
  ],
  [
    "durationSeconds: a negative is refused",
    model,
    { ...base, durationSeconds: -0.1 },
    ["params.durationSeconds", "-0.1"],
  ],
  [
    "durationSeconds: Infinity is refused",
    model,
    { ...base, durationSeconds: Infinity },
    ["params.durationSeconds", "Infinity"],
  ],
  [
    "durationSeconds: a huge one is refused",
    model,
    { ...base, durationSeconds: 1e9 },
    ["params.durationSeconds", "1000000"],
  ],
  [
    "durationSeconds: text is refused",
    model,
    { ...base, durationSeconds: "4" },
    ["params.durationSeconds", "number"],
  ],
  [
    "a prompt is refused",
    model,
    { ...base, prompt: "sharp" },
    ["params.prompt", "It takes: kind, sourceStorageId, durationSeconds."],
  ],
  ["unknown fields are refused", model, { ...base, scale: 4 }, ["params.scale", "It takes"]],
]);

test("supportedTypes: the source may be what the model takes (rules/models 18)", (t) => {
  for (const types of [["video"], ["image"], ["video", "image"]] as const)
    t.deepEqual(checkParams(upscaleModel([...types]), base).media, [
      { field: "sourceStorageId", storageId: ID, kinds: [...types] },
    ]);
});
