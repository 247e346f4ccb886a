import fc from "fast-check";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const span = fc.record(
  {
    _type: fc.constant("span"),
    _key: fc.constantFrom("s1", "s2", "s3"),
    text,
    marks: fc.array(fc.constantFrom("em", "strong"), { maxLength: 2 }),
  },
  { requiredKeys: ["_type", "text"] },
);
const block = fc.record(
  {
    _type: fc.constant("block"),
    _key: fc.constantFrom("k1", "k2", "k3", "k4"),
    style: fc.constantFrom("normal", "h1"),
    children: fc.array(span, { maxLength: 3 }),
  },
  { requiredKeys: ["_type"] },
);
const blocks = fc.array(block, { maxLength: 5 });
const link = fc.record(
  { _key: fc.constantFrom("l1", "l2", "l3"), label: text, url: fc.constantFrom("u1", "u2") },
  { requiredKeys: [] },
);
const locales = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.dictionary(fc.constantFrom("en", "de", "fr"), value, { maxKeys: 3 }));
const wrong = fc.jsonValue({ maxDepth: 2 });
const or = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: wrong });

/** Arbitrary drafts of ARTICLE, in which some values do not fit their fields. */
export const arbitraryDraft: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    name: or(text),
    count: or(fc.double({ noNaN: true, noDefaultInfinity: true })),
    isNew: or(fc.boolean()),
    cover: or(fc.record({ storageId: fc.uuid() })),
    notes: or(text),
    title: or(locales(text)),
    intro: or(locales(text)),
    banner: or(locales(fc.record({ storageId: fc.uuid() }))),
    body: or(blocks),
    story: or(locales(blocks)),
    seo: or(fc.record({ summary: text, headline: locales(text), rank: fc.integer() }, { requiredKeys: [] })),
    tags: or(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 6 })),
    links: or(fc.array(link, { maxLength: 5 })),
    unknown: wrong,
  },
  { requiredKeys: [] },
);
