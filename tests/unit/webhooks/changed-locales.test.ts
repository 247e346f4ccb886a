import { isDeepStrictEqual } from "node:util";
import test from "ava";
import fc from "fast-check";
import type { PublishedContent } from "../../../contracts/content-events.js";
import { flatten } from "../../../contracts/content-flatten.js";
import { type Locales, readingOf } from "../../../contracts/content-locales.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import { changedLocales } from "../../../services/webhooks/changed-locales.js";
import { PayloadOf } from "../../helpers/arbitrary-payload.js";
import { arbitraryDraft } from "../content/arbitrary-draft.js";
import { ARTICLE } from "../content/draft-shape.js";

const schema: ContentSchema = {
  name: "post",
  title: "Post",
  fields: [
    { name: "slug", title: "Slug", type: "string" },
    { name: "text", title: "Text", type: "text", localized: true },
    {
      name: "seo",
      title: "SEO",
      type: "object",
      fields: [
        { name: "title", title: "Title", type: "string", localized: true },
        { name: "score", title: "Score", type: "number" },
      ],
    },
  ],
};
const locale = (code: string, fallback: string | null = null) => ({
  code,
  title: code,
  fallback,
  required: false,
});
/** Locales in which de-AT falls back to de, and all others to the default. */
const locales: Locales = {
  defaultLocale: "en",
  locales: [locale("en"), locale("de"), locale("de-AT", "de"), locale("fr")],
};
const ALL = ["en", "de", "de-AT", "fr"];
const changed = (before: ContentFields | null, after: ContentFields, of = schema) =>
  changedLocales({ schema: of, locales, before, after, createdAt: 0 });

test("a first publish names every locale (rules/webhooks 15)", (t) => {
  t.deepEqual(changed(null, {}), ALL);
});

test("an edit of a shared field names every locale (rules/webhooks 15)", (t) => {
  t.deepEqual(changed({ slug: "a" }, { slug: "b" }), ALL);
  t.deepEqual(changed({ seo: { score: 1 } }, { seo: { score: 2 } }), ALL);
  t.deepEqual(changed({ slug: "a" }, {}), ALL);
});

test("an edit of one locale names it and those that fall back to it (rules/webhooks 15)", (t) => {
  const text = { en: "Hello", de: "Hallo", fr: "Bonjour" };
  t.deepEqual(changed({ text }, { text: { ...text, de: "Servus" } }), ["de", "de-AT"]);
  t.deepEqual(changed({ text }, { text: { ...text, fr: "Salut" } }), ["fr"]);
  t.deepEqual(changed({ text }, { text: { ...text, en: "Hi" } }), ["en"]);
  t.deepEqual(changed({ text }, { text: { ...text, "de-AT": "Servus" } }), ["de-AT"]);
  t.deepEqual(changed({ text }, { text: { en: "Hello", de: "Hallo" } }), ["fr"]);
});

test("an edit of the default locale names whoever has nothing of its own (rules/webhooks 15)", (t) => {
  t.deepEqual(changed({ text: { en: "Hello" } }, { text: { en: "Hi" } }), ALL);
  t.deepEqual(changed({ text: { en: "Hello", de: "Hallo" } }, { text: { en: "Hi", de: "Hallo" } }), [
    "en",
    "fr",
  ]);
  t.deepEqual(
    changed({ text: { en: "Hello", "de-AT": "Servus" } }, { text: { en: "Hi", "de-AT": "Servus" } }),
    ["en", "de", "fr"],
  );
});

test("a locale whose own value says what its fallback said is named: it is not a fallback any more (rules/webhooks 15)", (t) => {
  t.deepEqual(changed({ text: { en: "OK" } }, { text: { en: "OK", fr: "OK" } }), ["fr"]);
});

test("localized fields within objects count like others (rules/webhooks 15)", (t) => {
  const seo = (title: object) => ({ seo: { title, score: 1 } });
  t.deepEqual(changed(seo({ en: "A", de: "B" }), seo({ en: "A", de: "C" })), ["de", "de-AT"]);
});

test("what nobody delivers changes nothing: removed fields, unknown locales, other shapes (rules/delivery 12)", (t) => {
  t.deepEqual(changed({ gone: 1 }, { gone: 2 }), []);
  t.deepEqual(changed({ slug: 1 }, { slug: 2 }), []);
  t.deepEqual(changed({ text: { en: "A", xx: "B" } }, { text: { en: "A", xx: "C" } }), []);
  t.deepEqual(changed({ text: "bare" }, { text: { en: "bare" } }), []);
  t.deepEqual(changed({ slug: "a" }, { slug: "a" }), []);
});

/** Computes the locales as rules/webhooks 15 has them: the document is read in each locale, before and after. */
function readInEach(content: PublishedContent): string[] {
  const { schema: own, locales: all, before, after } = content;
  return all.locales
    .map(({ code }) => code)
    .filter((code) => {
      const reading = readingOf(all, code);
      if (before === null || reading === undefined) return before === null;
      return !isDeepStrictEqual(flatten(own, before, reading), flatten(own, after, reading));
    });
}

const CODES = ["en", "de", "fr", "it"];
/** Settings with any chains of fallbacks, of which each leads to a locale that stands before it. */
const arbitraryLocales: fc.Arbitrary<Locales> = fc
  .tuple(fc.constantFrom(...CODES), ...CODES.map((_code, at) => fc.nat(at)))
  .map(([defaultLocale, ...to]) => ({
    defaultLocale,
    locales: CODES.map((code, at) => locale(code, CODES[(to[at] ?? 0) - 1] ?? null)),
  }));

test("whatever two versions hold, the locales are those in which they read differently (rules/webhooks 15)", (t) => {
  const payloads = fc.oneof(new PayloadOf(CODES, false).fields(ARTICLE.fields), arbitraryDraft);
  const versions = fc.tuple(payloads, payloads, fc.subarray(ARTICLE.fields.map(({ name }) => name)));
  fc.assert(
    fc.property(versions, arbitraryLocales, ([before, other, names], own) => {
      const changes = Object.fromEntries(Object.entries(other).filter(([name]) => names.includes(name)));
      const after = { ...before, ...changes };
      const content = { schema: ARTICLE, locales: own, before, after, createdAt: 0 };
      t.deepEqual(changedLocales(content), readInEach(content));
    }),
    { numRuns: Number(process.env.KILN_RUNS ?? 500) },
  );
});
