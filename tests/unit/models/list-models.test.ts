import test from "ava";
import type { Model } from "../../../contracts/models.js";
import { listModels } from "../../../services/models/list-models.js";
import { audioModel, imageModel, videoModel } from "../../helpers/declared-models.js";

const named = (id: string, model: Model): Model => ({ ...model, id });
const CATALOG = [
  named("e-video", videoModel()),
  named("b-image", imageModel()),
  { ...named("c-off", imageModel()), enabled: false },
  named("a-audio", audioModel("tts")),
  named("d-image", imageModel()),
  named("Z-image", imageModel()),
];
const ids = ({ models }: { models: readonly Model[] }) => models.map(({ id }) => id);

test("Models, everything that is enabled, in one order whatever the catalog's (rules/models 1)", (t) => {
  const all = ["Z-image", "a-audio", "b-image", "d-image", "e-video"];
  t.deepEqual(ids(listModels(CATALOG, {})), all);
  t.deepEqual(ids(listModels(CATALOG.toReversed(), {})), all);
  t.is(listModels(CATALOG, {}).total, 5);
  t.is(CATALOG[0]?.id, "e-video");
});

test("Models, kind narrows and total counts what matches (rules/models 4)", (t) => {
  t.deepEqual(ids(listModels(CATALOG, { kind: "image" })), ["Z-image", "b-image", "d-image"]);
  t.is(listModels(CATALOG, { kind: "image", limit: 1 }).total, 3);
  t.deepEqual(listModels(CATALOG, { kind: "upscale" }), { models: [], total: 0 });
});

test("Models, limit and offset page without repeats or gaps (rules/edge 26)", (t) => {
  const pages = [0, 2, 4, 6].map((offset) => ids(listModels(CATALOG, { limit: 2, offset })));
  t.deepEqual(pages, [["Z-image", "a-audio"], ["b-image", "d-image"], ["e-video"], []]);
});

test("offset means nothing without limit (rules/edge 28)", (t) => {
  t.is(listModels(CATALOG, { offset: 3 }).models.length, 5);
});
