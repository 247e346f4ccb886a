import anyTest, { type TestFn } from "ava";
import fc from "fast-check";
import type { Kiln } from "../../../../start.js";
import { graphqlSite, type GraphqlSite } from "../../../helpers/graphql-site.js";
import { startKiln } from "../../../helpers/start-kiln.js";

const test = anyTest as TestFn<{ kiln: Kiln }>;
test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always((t) => t.context.kiln?.stop());

const RUNS = Math.min(Number(process.env.KILN_RUNS ?? 40), 400);
const word = fc.constantFrom("", "a", "Kiln", "kiln oven", "Ofen", "Z");
const fields = fc.record(
  {
    title: fc.dictionary(fc.constantFrom("en", "de", "pt-BR"), word),
    body: word,
    rank: fc.constantFrom(-1.5, 0, 2, 7.25),
    views: fc.integer({ min: 0, max: 3 }),
    isHot: fc.boolean(),
    day: fc.constantFrom("2026-01-01T00:00:00Z", "2026-01-01T02:00:00+02:00", "2026-05-05"),
    tags: fc.array(word, { maxLength: 2 }),
    seo: fc.record({ label: fc.dictionary(fc.constantFrom("en", "de"), word) }),
  },
  { requiredKeys: [] },
);
const leaf = fc.oneof(
  fc.record({
    title: fc.oneof(
      fc.record({ eq: word }),
      fc.record({ ne: word }),
      fc.record({ contains: word }),
      fc.record({ in: fc.array(word, { minLength: 1, maxLength: 3 }) }),
      fc.record({ exists: fc.boolean() }),
    ),
  }),
  fc.record({
    rank: fc.oneof(fc.record({ gt: fc.constantFrom(0, 2) }), fc.record({ lte: fc.constantFrom(0, 7.25) })),
  }),
  fc.record({ views: fc.record({ ne: fc.integer({ min: 0, max: 3 }) }) }),
  fc.record({ isHot: fc.record({ eq: fc.boolean() }) }),
  fc.record({ day: fc.record({ gte: fc.constant("2026-01-01T00:00:00Z") }) }),
  fc.record({ tags: fc.record({ exists: fc.boolean() }) }),
);
const where = fc.oneof(
  fc.constant({}),
  leaf,
  fc.record({ and: fc.array(leaf, { minLength: 1, maxLength: 2 }) }),
  fc.record({ or: fc.array(leaf, { minLength: 1, maxLength: 3 }) }),
  fc.record({ not: leaf }),
);
const sort = fc.array(
  fc.tuple(
    fc.constantFrom("title", "rank", "views", "isHot", "day", "_createdAt", "_id"),
    fc.constantFrom("ASC", "DESC"),
  ),
  { maxLength: 3 },
);
const query = fc.record({
  where,
  sort,
  limit: fc.integer({ min: 1, max: 8 }),
  offset: fc.integer({ min: 0, max: 6 }),
  locale: fc.constantFrom("en", "de", "pt-BR"),
});

const NAMES =
  "_id _type _status _createdAt _updatedAt _publishedAt _locale _fallbackFields title body rank views isHot day tags seo";
const TEXT = `query ($where: ArticleWhere, $sort: [ArticleSort!], $limit: Int, $offset: Int, $locale: Locale) {
  allArticle(where: $where, sort: $sort, limit: $limit, offset: $offset, locale: $locale) {
    total items { ${NAMES} { label } }
  }
}`;

/** Adds null for each absent field: REST leaves it out, and GraphQL gives null. */
const filled = (document: Record<string, unknown>) => ({
  ...Object.fromEntries(NAMES.split(" ").map((name) => [name, document[name] ?? null])),
  seo: document["seo"] === undefined ? null : { label: null, ...(document["seo"] as object) },
});

async function agree(site: GraphqlSite, one: typeof query extends fc.Arbitrary<infer Q> ? Q : never) {
  const asked = await site.ask(
    TEXT,
    {
      ...one,
      sort: one.sort.map(([name, direction]) => `${name}_${direction}`),
      locale: one.locale.toUpperCase().replace("-", "_"),
    },
    site.preview,
  );
  const parameters = new URLSearchParams({
    type: "article",
    where: JSON.stringify(one.where),
    limit: String(one.limit),
    offset: String(one.offset),
    locale: one.locale,
    ...(one.sort.length > 0 && {
      sort: one.sort.map(([name, direction]) => (direction === "DESC" ? `-${name}` : name)).join(","),
    }),
  });
  const rest = await site.preview.get(`/v1/content/${site.projectId}/documents?${parameters.toString()}`);
  return {
    graphql: asked.body.data?.allArticle ?? asked.body,
    rest:
      rest.status === 200 ? { total: rest.body.total, items: rest.body.documents.map(filled) } : rest.body,
  };
}

test("where, sort, limit, offset, locale and values agree with REST (rules/delivery 40)", async (t) => {
  const site = await graphqlSite(t.context.kiln, {
    locales: [
      { code: "en", title: "en", fallback: null, required: false },
      { code: "de", title: "de", fallback: "pt-BR", required: false },
      { code: "pt-BR", title: "pt", fallback: null, required: false },
    ],
  });
  for (const draft of fc.sample(fields, { numRuns: 25, seed: 7 })) await site.documents.make(draft);
  await fc.assert(
    fc.asyncProperty(query, async (one) => {
      const { graphql, rest } = await agree(site, one);
      t.deepEqual(graphql, rest);
    }),
    { numRuns: RUNS },
  );
});
