import test from "ava";
import fc from "fast-check";
import { isPlainObject } from "../../../contracts/content-values.js";
import { flatten } from "../../../contracts/content-flatten.js";
import { EVERY_LOCALE, fallbackChain, type Locales, readingOf } from "../../../contracts/content-locales.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import { settleFields } from "../../../services/content/draft/settle-fields.js";
import { checkLocales } from "../../../services/content/settings/check-locales.js";
import { checkDraft } from "../../../services/content/validity/check-draft.js";
import { idsOf, mentionsOf } from "../../../services/content/documents/check-document.js";
import { arbitraryDraft } from "./arbitrary-draft.js";
import { ARTICLE } from "./draft-shape.js";

const numRuns = Number(process.env.KILN_RUNS ?? 200);

const LOCALES: Locales = {
  defaultLocale: "en",
  locales: ["en", "de"].map((code) => ({ code, title: code, fallback: null, required: false })),
};

/** Returns the issues of a draft whose media and documents all exist. */
function issuesOf(draft: ContentFields) {
  const { media, documents } = mentionsOf(ARTICLE, draft);
  const known = {
    media: new Map(idsOf(media).map((id) => [id, "image/png"])),
    documents: new Map(idsOf(documents).map((id) => [id, "article"])),
  };
  return checkDraft({ schema: ARTICLE, locales: LOCALES, draft, known });
}

const withoutNulls = (value: unknown): unknown =>
  isPlainObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([key, each]) => (each === null ? [] : [[key, withoutNulls(each)]])),
      )
    : value;

test("whatever a draft holds, it has issues or all of it is delivered (rules/content 10; rules/delivery 12)", (t) => {
  fc.assert(
    fc.property(arbitraryDraft, (draft) => {
      const settled = settleFields({ schema: ARTICLE, defaultLocale: "en", locales: ["en", "de"] }, draft);
      const atFault = new Set(issuesOf(settled).map(({ path }) => path.split(/[.[]/)[0]));
      const valid = Object.fromEntries(Object.entries(settled).filter(([name]) => !atFault.has(name)));
      t.deepEqual(issuesOf(valid), []);
      const reading = readingOf(LOCALES, EVERY_LOCALE);
      if (reading === undefined) return t.fail();
      const { values } = flatten(ARTICLE, valid, reading);
      const empty = (map: unknown): boolean => isPlainObject(map) && Object.keys(map).length === 0;
      const expected = Object.entries(withoutNulls(valid) as ContentFields).filter(
        ([name, value]) => name === "seo" || !empty(value),
      );
      t.deepEqual(values, withoutEmptySeo(Object.fromEntries(expected)));
    }),
    { numRuns },
  );
});

/** Removes an empty map of a localized text inside an object, which counts as no value. */
function withoutEmptySeo(values: ContentFields): ContentFields {
  const { seo } = values;
  if (!isPlainObject(seo)) return values;
  const own = Object.entries(seo).filter(
    ([, value]) => !isPlainObject(value) || Object.keys(value).length > 0,
  );
  return { ...values, seo: Object.fromEntries(own) };
}

test("locale settings are accepted exactly when every chain of fallbacks ends within the list (rules/content 44)", (t) => {
  const codes = ["en", "de", "fr", "it", "pt"];
  const fallback = fc.oneof(fc.constant(null), fc.constantFrom(...codes));
  const locales = fc
    .subarray(codes, { minLength: 1 })
    .chain((own) =>
      fc.tuple(
        fc.constantFrom(...codes),
        fc.tuple(
          ...own.map((code) => fallback.map((to) => ({ code, title: code, fallback: to, required: false }))),
        ),
      ),
    );
  fc.assert(
    fc.property(locales, ([defaultLocale, list]) => {
      const settings: Locales = { defaultLocale, locales: list };
      const isRefused = refuses(settings);
      t.is(isRefused, !isSound(settings));
      if (isRefused) return;
      for (const { code } of list) {
        const chain = fallbackChain(settings, code);
        t.is(chain[0], code);
        t.true(chain.includes(defaultLocale));
        t.is(new Set(chain).size, chain.length);
      }
    }),
    { numRuns },
  );
});

function refuses(settings: Locales): boolean {
  try {
    checkLocales(settings);
    return false;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "invalid_params") return true;
    throw error;
  }
}

/** Checks the fallbacks independently: from each locale, as many steps as there are locales lead to the end. */
function isSound({ defaultLocale, locales }: Locales): boolean {
  const next = new Map(locales.map(({ code, fallback }) => [code, fallback]));
  return (
    next.has(defaultLocale) &&
    locales.every(({ code }) => {
      let at: string | null | undefined = code;
      for (let step = 0; step < locales.length && typeof at === "string"; step++) at = next.get(at);
      return at === null;
    })
  );
}
