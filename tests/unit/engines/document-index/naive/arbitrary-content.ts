import fc from "fast-check";
import type { Locales } from "../../../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../../../contracts/content-schema.js";
import type { NaiveDocument, NaiveField, NaiveQuery } from "./naive-query.js";

/** Content type with every kind of field. */
export const SCHEMA: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "title", title: "Title", type: "string", localized: true },
    { name: "slug", title: "Slug", type: "string" },
    { name: "body", title: "Body", type: "text", localized: true },
    { name: "note", title: "Note", type: "text" },
    { name: "views", title: "Views", type: "number" },
    { name: "rank", title: "Rank", type: "number", integer: true },
    { name: "hot", title: "Hot", type: "boolean" },
    { name: "day", title: "Day", type: "datetime" },
    { name: "rich", title: "Rich", type: "portableText", localized: true },
    { name: "cover", title: "Cover", type: "media", localized: true },
    { name: "author", title: "Author", type: "reference", to: ["person"] },
    { name: "seo", title: "SEO", type: "object", fields: [] },
    { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
  ],
};
export const FIELDS = SCHEMA.fields as NaiveField[];

const CODES = ["en", "de", "de-CH", "fr"];

export const arbitraryLocales: fc.Arbitrary<Locales> = fc.subarray(CODES, { minLength: 1 }).chain((codes) =>
  fc.record({
    defaultLocale: fc.constantFrom(...codes),
    locales: fc.tuple(
      ...codes.map((code) =>
        fc.record({
          code: fc.constant(code),
          title: fc.constant(code),
          fallback: fc.option(fc.constantFrom(...codes)),
          required: fc.constant(false),
        }),
      ),
    ),
  }),
);

/** Arbitrary letters whose cases fold to one letter, and letters that sort differently by UTF-16 and by code points. */
const letter = fc.constantFrom(..."abABäÄσςΣ𐐀𐐨 \u0000\ue000\uffff", "\ud800");
const shortText = fc.string({ unit: letter, maxLength: 3 });
const anyText = fc.oneof(
  { weight: 6, arbitrary: shortText },
  { weight: 1, arbitrary: fc.string({ unit: letter, maxLength: 12 }) },
);
const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 2, 1.5, -0.25, 1e300, -1e300, 5e-324),
  fc.integer({ min: -5, max: 5 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anyInstant = fc.constantFrom(
  "2026-01-01T00:00:00Z",
  "2026-01-01T02:00:00+02:00",
  "2026-01-01T00:00:00.001Z",
  "2025-06-30T23:59:59Z",
  "1969-12-31T00:00:00Z",
  "0001-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
);
const anyRich = fc.constantFrom<unknown>(
  [],
  [{ _type: "block", children: [{ text: " " }] }],
  [{ _type: "block", children: [{ text: "x" }] }],
  [{ _type: "block" }, { _type: "image" }],
  [{ text: "x" }],
);
const wrong = fc.constantFrom<unknown>(null, undefined, 7, "no date", true, [], {}, { en: 3 }, [null]);

/** Makes a value of the right shape most times, and an absent value or one of another shape otherwise. */
const mostly = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary }, { weight: 1, arbitrary: wrong });
const localized = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...CODES, "xx"), mostly(arbitrary)) },
    { weight: 1, arbitrary: mostly(arbitrary) },
  );

const anyFields = fc.record(
  {
    title: localized(shortText),
    slug: mostly(anyText),
    body: localized(anyText),
    note: mostly(shortText),
    views: mostly(anyNumber),
    rank: mostly(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constant(1.5))),
    hot: mostly(fc.boolean()),
    day: mostly(anyInstant),
    rich: localized(anyRich),
    cover: localized(fc.constantFrom({ storageId: "m" }, { storageId: 1 })),
    author: mostly(fc.constant({ documentId: "p" })),
    seo: mostly(fc.constant({ text: "x" })),
    tags: mostly(fc.constantFrom<unknown>([], ["a"], [1], [""], [{ _type: "block" }])),
    gone: fc.constant("removed"),
  },
  { requiredKeys: [] },
);

/** Arbitrary id of few, so that changes often meet existing documents. */
export const arbitraryId = (ids: number): fc.Arbitrary<string> =>
  fc.nat(ids - 1).map((at) => {
    // The number is spread over the whole id, so that ids with an equal beginning have to be told apart too.
    const scattered = Math.imul(at + 1, 0x9e3779b1) >>> 0;
    const hex = (scattered.toString(16).padStart(8, "0") + at.toString(16).padStart(4, "0")).repeat(3);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  });

export const arbitraryDocument = (ids: number): fc.Arbitrary<NaiveDocument> =>
  fc.record({
    id: arbitraryId(ids),
    // Versions are as large as a moment in milliseconds.
    version: fc.integer({ min: 1, max: 4_000_000_000_000 }),
    status: fc.constantFrom("draft", "published", "changed"),
    createdAt: fc.integer({ min: 0, max: 9 }),
    updatedAt: fc.integer({ min: 0, max: 9 }),
    publishedAt: fc.option(fc.integer({ min: 0, max: 9 })),
    fields: anyFields,
  });

const OPERANDS: Record<string, fc.Arbitrary<unknown>> = {
  title: shortText,
  slug: anyText,
  body: anyText,
  note: shortText,
  views: anyNumber,
  rank: fc.integer({ min: -1, max: 4 }),
  hot: fc.boolean(),
  day: anyInstant,
  _status: fc.constantFrom("draft", "published", "changed", "gone", ""),
  _id: fc.oneof(
    arbitraryId(40),
    arbitraryId(40).map((id) => id.toUpperCase()),
    fc.constantFrom("", "5", "z", "Ä", "F"),
  ),
  _createdAt: fc.integer({ min: -1, max: 10 }).map((ms) => new Date(ms).toISOString()),
  _publishedAt: fc.integer({ min: -1, max: 10 }).map((ms) => new Date(ms).toISOString()),
};
const TEXTS = new Set(["title", "slug", "body", "note", "_status", "_id"]);

const condition = fc.oneof(
  fc.constantFrom(...Object.keys(OPERANDS)).chain((name) => {
    const operand = OPERANDS[name] ?? fc.constant(null);
    const comparisons = name === "hot" ? ["eq", "ne"] : ["eq", "ne", "lt", "lte", "gt", "gte"];
    const one = fc.oneof(
      fc.tuple(fc.constantFrom(...comparisons), operand),
      fc.tuple(fc.constant("in"), fc.array(operand, { minLength: 1, maxLength: 5 })),
      fc.tuple(fc.constant("exists"), fc.boolean()),
      ...(TEXTS.has(name) ? [fc.tuple(fc.constant("contains"), operand)] : []),
    );
    return fc
      .array(one, { minLength: 1, maxLength: 2 })
      .map((operators) => ({ [name]: Object.fromEntries(operators) }));
  }),
  fc
    .tuple(fc.constantFrom("rich", "cover", "author", "seo", "tags"), fc.boolean())
    .map(([name, exists]) => ({ [name]: { exists } })),
);

const arbitraryWhere = fc.letrec((tie) => ({
  where: fc.oneof(
    { depthSize: "small" },
    condition,
    fc.constant({}),
    fc.array(condition, { maxLength: 3 }).map((all) => Object.assign({}, ...all) as object),
    fc.record({ and: fc.array(tie("where"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ or: fc.array(tie("where"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie("where") }),
  ),
})).where;

const sortName = fc
  .tuple(fc.constantFrom("", "-"), fc.constantFrom(...Object.keys(OPERANDS), "_updatedAt"))
  .map((parts) => parts.join(""));

export const arbitraryQuery = (locales: Locales, maxOffset: number): fc.Arbitrary<NaiveQuery> =>
  fc.record(
    {
      where: arbitraryWhere,
      sort: fc.uniqueArray(sortName, { maxLength: 3, selector: (name) => name.replace("-", "") }),
      limit: fc.integer({ min: 1, max: 20 }),
      offset: fc.oneof(fc.constant(0), fc.nat(maxOffset)),
      locale: fc.constantFrom("*", ...locales.locales.map(({ code }) => code)),
    },
    { requiredKeys: ["where", "sort", "limit", "offset"] },
  );
