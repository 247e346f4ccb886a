import test from "ava";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import { singleReadOf } from "../../../services/delivery/rest/single-read.js";
import type { ContentModel } from "../../../services/delivery/serving/read-scope.js";

const modelOf = () => ({ revision: 1, locales: FIRST_LOCALES }) as unknown as ContentModel;

test("who asks for single documents in the same way shares a read, as long as the model stays", (t) => {
  const model = modelOf();
  const read = singleReadOf(model, {}, "{}");
  t.is(singleReadOf(model, {}, "{}"), read);
  t.not(singleReadOf(modelOf(), {}, "{}"), read);
  t.not(singleReadOf(model, {}, '{"select":"id"}'), read);
});

test("of the ways in which documents are asked for few are retained, and no long one (rules/delivery 44)", (t) => {
  const model = modelOf();
  const first = singleReadOf(model, {}, "{}");
  const long = "x".repeat(201);
  t.not(singleReadOf(model, {}, long), singleReadOf(model, {}, long));
  for (let at = 0; at < 15; at += 1) singleReadOf(model, {}, `${at}`);
  t.is(singleReadOf(model, {}, "{}"), first);
  for (let at = 0; at < 16; at += 1) singleReadOf(model, {}, `${at}`);
  t.not(singleReadOf(model, {}, "{}"), first);
});
