import test from "ava";
import { isEmptyValue } from "../../../contracts/content-values.js";
import { flatten } from "../../../contracts/content-flatten.js";
import type { Locales } from "../../../contracts/content-locales.js";
import { readingOf, type Reading } from "../../../contracts/content-locales.js";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { deliveryDocument } from "../../../contracts/content-delivery-document.js";

const LOCALES: Locales = {
  defaultLocale: "en",
  locales: [
    { code: "en", title: "English", fallback: null, required: true },
    { code: "de", title: "German", fallback: null, required: false },
    { code: "de-CH", title: "Swiss German", fallback: "de", required: false },
  ],
};

const block = (text: string) => ({ _type: "block", _key: "a", children: [{ _type: "span", text }] });

const schemaOf = (...fields: FieldDefinition[]): ContentSchema => ({
  name: "article",
  title: "Article",
  fields,
});

const reading = (locale?: string): Reading => {
  const found = readingOf(LOCALES, locale);
  if (found === undefined) throw new Error(`No locale ${locale}.`);
  return found;
};

const ARTICLE = schemaOf(
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "views", title: "Views", type: "number", integer: true },
  { name: "cover", title: "Cover", type: "media", localized: true },
  { name: "author", title: "Author", type: "reference", to: ["person"] },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [
      { name: "text", title: "Text", type: "text", localized: true },
      { name: "image", title: "Image", type: "media" },
    ],
  },
  {
    name: "parts",
    title: "Parts",
    type: "array",
    of: {
      type: "object",
      fields: [{ name: "related", title: "Related", type: "reference", to: ["article"] }],
    },
  },
  { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
);

test("absent, null, '', [], portable text without text; never false, 0, white space (rules/delivery 30)", (t) => {
  for (const value of [
    undefined,
    null,
    "",
    [],
    [block("")],
    [block("  "), block("\n")],
    [{ _type: "block" }],
    [{ _type: "block", children: [] }],
  ])
    t.true(isEmptyValue(value), JSON.stringify(value));
  for (const value of [
    false,
    0,
    " ",
    {},
    [0],
    [""],
    [{}],
    [block(""), block("x")],
    [{ _type: "image" }],
    [{ _type: "block", children: [{ _type: "icon" }] }],
  ])
    t.false(isEmptyValue(value), JSON.stringify(value));
});

test("Content delivery, a locale reads itself, its fallback, that one's, the default; _fallbackFields says where (rules/delivery 27 and 28)", (t) => {
  const payload = { title: { en: "Kiln", de: "Ofen" }, seo: { text: { en: "Hot" } }, views: 3 };
  const swiss = flatten(ARTICLE, payload, reading("de-CH"));
  t.deepEqual(swiss.values, { title: "Ofen", views: 3, seo: { text: "Hot" } });
  t.deepEqual(swiss.fallbackFields, ["title", "cover", "seo.text"]);
  t.deepEqual(flatten(ARTICLE, payload, reading("de")).fallbackFields, ["cover", "seo.text"]);
  t.deepEqual(flatten(ARTICLE, payload, reading()).fallbackFields, ["cover"]);
  t.deepEqual(flatten(ARTICLE, {}, reading("de")).fallbackFields, ["title", "cover", "seo.text"]);
});

test("an empty value falls back like an absent one; a value of white space does not (rules/delivery 27 and 30)", (t) => {
  const read = (title: unknown) => flatten(ARTICLE, { title }, reading("de-CH")).values["title"];
  t.is(read({ "de-CH": "", de: null, en: "Kiln" }), "Kiln");
  t.is(read({ "de-CH": " ", en: "Kiln" }), " ");
  t.is(read({ "de-CH": "" }), undefined);
  t.is(read({ de: 7, en: "Kiln" }), "Kiln");
});

test("Locale settings, a bare value is the default locale's; media with a storageId is bare (rules/content 19)", (t) => {
  const payload = { title: "Kiln", cover: { storageId: "m1", alt: "x" } };
  const german = flatten(ARTICLE, payload, reading("de"));
  t.deepEqual(german.values, { title: "Kiln", cover: { storageId: "m1" } });
  t.deepEqual(german.fallbackFields, ["title", "cover", "seo.text"]);
  t.deepEqual(flatten(ARTICLE, payload, reading("*")).values, {
    title: { en: "Kiln" },
    cover: { en: { storageId: "m1" } },
  });
});

test("locale=* gives raw maps of the project's locales, without fallback (rules/delivery 26)", (t) => {
  const payload = {
    title: { en: "Kiln", de: "", xx: "gone" },
    cover: { en: { storageId: "m1" }, de: { storageId: "m2" } },
    seo: { text: { de: "Heiß" }, image: { storageId: "m3" } },
  };
  const raw = flatten(ARTICLE, payload, reading("*"));
  t.deepEqual(raw.values, {
    title: { en: "Kiln", de: "" },
    cover: { en: { storageId: "m1" }, de: { storageId: "m2" } },
    seo: { text: { de: "Heiß" }, image: { storageId: "m3" } },
  });
  t.deepEqual(raw.fallbackFields, []);
  t.deepEqual(
    raw.media.map(({ storageId }) => storageId),
    ["m1", "m2", "m3"],
  );
  t.is(reading("*").locale, null);
});

test("a removed field is not delivered, another shape reads as absent, payloads stay as they are (rules/delivery 12)", (t) => {
  const payload = {
    gone: 1,
    title: 7,
    views: "many",
    author: "p1",
    seo: [],
    parts: {},
    tags: ["a", 1, null, "b"],
    cover: { storageId: 1 },
  };
  const before = structuredClone(payload);
  t.deepEqual(flatten(ARTICLE, payload, reading()).values, { tags: ["a", "b"] });
  t.deepEqual(payload, before);
  t.deepEqual(flatten(ARTICLE, { views: 1.5 }, reading()).values, {});
  t.deepEqual(
    flatten(
      schemaOf({ name: "at", title: "At", type: "datetime" }),
      { at: "2026-02-30T00:00:00Z" },
      reading(),
    ).values,
    {},
  );
  t.deepEqual(
    flatten(schemaOf({ name: "toString", title: "T", type: "object", fields: [] }), {}, reading()).values,
    {},
  );
});

test("references name their place, so that a document or null can stand there", (t) => {
  const flat = flatten(
    ARTICLE,
    {
      author: { documentId: "a" },
      parts: [{ related: { documentId: "b" } }, 5, { related: { documentId: "c" } }],
    },
    reading(),
  );
  t.deepEqual(
    flat.references.map(({ path, documentId }) => [path, documentId]),
    [
      ["author", "a"],
      ["parts.related", "b"],
      ["parts.related", "c"],
    ],
  );
  for (const { holder, key } of flat.references) (holder as Record<string, unknown>)[key] = null;
  t.deepEqual(flat.values, { author: null, parts: [{ related: null }, { related: null }] });
  const many = flatten(
    schemaOf({ name: "all", title: "All", type: "array", of: { type: "reference", to: ["x"] } }),
    { all: [1, { documentId: "a" }, { documentId: "b" }] },
    reading(),
  );
  t.deepEqual(
    many.references.map(({ path, key }) => [path, key]),
    [
      ["all", 0],
      ["all", 1],
    ],
  );
});

test("locales may be called like what every object has", (t) => {
  const locales: Locales = {
    defaultLocale: "en",
    locales: ["en", "toString", "valueOf"].map((code) => ({
      code,
      title: code,
      fallback: null,
      required: false,
    })),
  };
  for (const locale of ["toString", "valueOf"]) {
    const found = readingOf(locales, locale);
    if (found === undefined) throw new Error(`No locale ${locale}.`);
    const { values, fallbackFields } = flatten(ARTICLE, { title: { en: "Hello" } }, found);
    t.deepEqual(values, { title: "Hello" });
    t.true(fallbackFields.includes("title"));
    t.deepEqual(flatten(ARTICLE, { title: { [locale]: "x" } }, found).values, { title: "x" });
  }
  const every = readingOf(locales, "*");
  t.deepEqual(every && flatten(ARTICLE, { title: { en: "Hello" } }, every).values, {
    title: { en: "Hello" },
  });
});

test("only the media that the reader gets is asked for (rules/delivery 13)", (t) => {
  const payload = { cover: { en: { storageId: "m1" }, de: { storageId: "m2" } } };
  t.deepEqual(flatten(ARTICLE, payload, reading("de-CH")).media, [{ storageId: "m2" }]);
});

test("an unknown locale has no reading (rules/delivery 28)", (t) => {
  t.is(readingOf(LOCALES, "fr"), undefined);
  t.is(readingOf(LOCALES, ""), undefined);
  t.deepEqual(readingOf(LOCALES, "de-CH")?.chain, ["de-CH", "de", "en"]);
});

test("Delivery document, system fields come first and are always there (rules/delivery 12 and 16)", (t) => {
  const flat = flatten(ARTICLE, { views: 1 }, reading());
  const system = { id: "d", type: "article", status: "published", createdAt: 0, updatedAt: 1 } as const;
  t.deepEqual(deliveryDocument({ ...system, publishedAt: null }, "en", flat), {
    _id: "d",
    _type: "article",
    _status: "published",
    _createdAt: "1970-01-01T00:00:00.000Z",
    _updatedAt: "1970-01-01T00:00:00.001Z",
    _publishedAt: null,
    _locale: "en",
    _fallbackFields: ["title", "cover", "seo.text"],
    views: 1,
  });
});
