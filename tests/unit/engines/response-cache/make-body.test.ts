import test from "ava";
import { makeBody, partsOf } from "../../../../engines/response-cache/index.js";

const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${kind}:${String(n).padStart(60, "x")}`);
const tagsOf = (wideTags: string[], tags: string[]) =>
  makeBody(partsOf("{}"), { wideTags, tags, window: null }).cacheTag;

test("Cache-Tag names the project, types and documents of the body (rules/delivery 9)", (t) => {
  t.is(tagsOf(["project:p", "type:article"], ["document:1"]), "project:p,type:article,document:1");
});

test("a header of any body is one that clients accept: types stand for documents, the project for types (rules/delivery 9)", (t) => {
  const project = "project:p";
  t.is(tagsOf([project, "type:article"], names("document", 200)), `${project},type:article`);
  t.is(tagsOf([project, ...names("type", 400)], []), project);
});
