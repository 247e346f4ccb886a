import test from "ava";
import type { FieldDefinition } from "../../../contracts/content-schema.js";
import { idsOf, mentionsOf } from "../../../services/content/documents/check-document.js";

const fields: FieldDefinition[] = [
  { name: "author", title: "A", type: "reference", to: ["author"] },
  { name: "cover", title: "C", type: "media", localized: true },
  {
    name: "seo",
    title: "S",
    type: "object",
    fields: [{ name: "image", title: "I", type: "media" }],
  },
  { name: "related", title: "R", type: "array", of: { type: "reference", to: ["post"] } },
  {
    name: "rows",
    title: "R",
    type: "array",
    of: { type: "object", fields: [{ name: "file", title: "F", type: "media" }] },
  },
];
const mentions = (draft: Record<string, unknown>) =>
  mentionsOf({ name: "post", title: "Post", fields }, draft);

test("every place that names a document or a file is found, with its path and in lower case", (t) => {
  const found = mentions({
    author: { documentId: "A" },
    cover: { en: { storageId: "m1" }, de: { storageId: "m2" } },
    seo: { image: { storageId: "m3" } },
    related: [{ documentId: "b" }, null, "x", { documentId: "a" }],
    rows: [{ file: { storageId: "M1" } }, {}],
    unknown: { documentId: "z" },
  });
  t.deepEqual(found.documents, [
    { id: "a", path: "author" },
    { id: "b", path: "related[0]" },
    { id: "a", path: "related[3]" },
  ]);
  t.deepEqual(found.media, [
    { id: "m1", path: "cover" },
    { id: "m2", path: "cover" },
    { id: "m3", path: "seo.image" },
    { id: "m1", path: "rows[0].file" },
  ]);
  t.deepEqual(idsOf(found.documents), ["a", "b"]);
});

test("a bare localized file counts, values of another shape do not", (t) => {
  const found = mentions({
    author: "a",
    cover: { storageId: "m1" },
    seo: [],
    related: { documentId: "b" },
    rows: [5, { file: { storageId: 7 } }],
  });
  t.deepEqual(found.documents, []);
  t.deepEqual(found.media, [{ id: "m1", path: "cover" }]);
});
