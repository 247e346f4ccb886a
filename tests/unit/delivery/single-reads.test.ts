import test from "ava";
import { FIRST_LOCALES } from "../../../contracts/content-locales.js";
import { singleReadOf } from "../../../services/delivery/rest/single-read.js";
import type { ReadContext } from "../../../services/delivery/serving/read-context.js";

const contextOf = (id: string, revision = 1) =>
  ({ project: { id }, model: { revision, locales: FIRST_LOCALES } }) as unknown as ReadContext;

test("who asks for single documents in the same way shares a read, within a project and its model", (t) => {
  const read = singleReadOf(contextOf("p"), {}, "{}");
  t.is(singleReadOf(contextOf("p"), {}, "{}"), read);
  t.not(singleReadOf(contextOf("q"), {}, "{}"), read);
  t.not(singleReadOf(contextOf("p", 2), {}, "{}"), read);
  t.not(singleReadOf(contextOf("p"), {}, '{"select":"id"}'), read);
});

test("the ways in which all projects are asked are retained by their length, the ones asked last (rules/delivery 44)", (t) => {
  const first = singleReadOf(contextOf("p"), {}, "{}");
  for (let at = 0; at < 100; at += 1) {
    singleReadOf(contextOf(`q${at}`), {}, `${at} `.padEnd(4000, "x"));
    if (at === 30) t.is(singleReadOf(contextOf("p"), {}, "{}"), first, "120 KB are retained");
  }
  t.not(singleReadOf(contextOf("p"), {}, "{}"), first);
});
