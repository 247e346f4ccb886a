import test from "ava";
import { fallbackFieldsOf } from "../../../contracts/content-fallback-fields.js";
import { flatten } from "../../../contracts/content-flatten.js";
import { readingOf } from "../../../contracts/content-locales.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";

const SCHEMA: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "slug", title: "Slug", type: "string" },
    { name: "title", title: "Title", type: "string", localized: true },
    { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
    {
      name: "seo",
      title: "SEO",
      type: "object",
      fields: [
        { name: "plain", title: "Plain", type: "string" },
        { name: "label", title: "Label", type: "text", localized: true },
      ],
    },
    {
      name: "box",
      title: "Box",
      type: "object",
      fields: [{ name: "n", title: "N", type: "number" }],
    },
    { name: "hero", title: "Hero", type: "media", localized: true },
  ],
};
const locale = (code: string) => ({ code, title: code, fallback: null, required: false });
const LOCALES = { defaultLocale: "en", locales: [locale("en"), locale("de")] };

const PAYLOADS: ContentFields[] = [
  {},
  { slug: "a", title: { en: "A", de: "Ä" } },
  { title: "bare", seo: { plain: "x" }, box: { n: 1 } },
  { title: { de: "" }, seo: { label: { de: "L" } }, hero: { de: { storageId: "x" } } },
  { title: 5, seo: "of another shape", hero: { en: { storageId: "x" } } },
];

test("Locale parameter, the fallback fields are those that reading the whole payload finds (rules/delivery 28)", (t) => {
  for (const code of ["en", "de", "*"]) {
    const reading = readingOf(LOCALES, code);
    if (reading === undefined) throw new Error(code);
    for (const payload of PAYLOADS)
      t.deepEqual(
        fallbackFieldsOf(SCHEMA, payload, reading),
        flatten(SCHEMA, payload, reading).fallbackFields,
        `${code} ${JSON.stringify(payload)}`,
      );
  }
  const german = readingOf(LOCALES, "de");
  t.deepEqual(german && fallbackFieldsOf(SCHEMA, {}, german), ["title", "seo.label", "hero"]);
});
