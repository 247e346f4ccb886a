import test from "ava";
import { FIRST_LOCALES, type Locales } from "../../../../contracts/content-locales.js";
import type { ContentSchema, FieldDefinition } from "../../../../contracts/content-schema.js";
import { DEFAULT_SORT } from "../../../../services/delivery/query/parse-query.js";
import { readsAlike, type IndexQuery } from "../../../../engines/document-index/index.js";
import { planIndex } from "../../../../services/delivery/indexing/plan-index.js";

const NAME: FieldDefinition = { name: "name", title: "Name", type: "string" };
const LABEL: FieldDefinition = { name: "label", title: "Label", type: "string", localized: true };
const AGE: FieldDefinition = { name: "age", title: "Age", type: "number" };
const GERMAN = { code: "de", title: "German", fallback: null, required: false };
const WITH_GERMAN: Locales = { ...FIRST_LOCALES, locales: [...FIRST_LOCALES.locales, GERMAN] };

const schemaOf = (...fields: FieldDefinition[]): ContentSchema => ({ name: "page", title: "Page", fields });
const by = (field: string, more: Partial<IndexQuery> = {}): IndexQuery => ({
  where: { kind: "every" },
  sort: [{ field, isDescending: false }],
  limit: 1,
  offset: 0,
  chain: ["en"],
  ...more,
});
const alike = (held: ContentSchema, wanted: ContentSchema, query: IndexQuery, locales = FIRST_LOCALES) =>
  readsAlike(planIndex(held, FIRST_LOCALES), planIndex(wanted, locales), query);

test("a change of titles or options keeps an index", (t) => {
  const renamed = { ...NAME, title: "Other", required: true } as FieldDefinition;
  t.true(alike(schemaOf(NAME), schemaOf(renamed), by("name")));
});

test("an index answers for another schema what is about fields that are read the same", (t) => {
  const held = schemaOf(NAME, AGE);
  const wanted = schemaOf(NAME, { ...AGE, integer: true }, LABEL);
  t.true(alike(held, wanted, by("name")));
  t.true(alike(held, wanted, by("name", { sort: DEFAULT_SORT })));
  t.false(alike(held, wanted, by("age")));
  t.false(alike(held, wanted, by("label")));
  t.false(alike(held, wanted, by("name", { where: { kind: "not", of: { kind: "exists", field: "age" } } })));
  t.false(
    alike(
      held,
      wanted,
      by("_id", { where: { kind: "or", of: [{ kind: "in", field: "label", values: ["a"] }] } }),
    ),
  );
});

test("localized fields need each locale of the query, and the same default; others do not", (t) => {
  const schema = schemaOf(NAME, LABEL);
  t.true(alike(schema, schema, by("label"), WITH_GERMAN));
  t.false(alike(schema, schema, by("label", { chain: ["de", "en"] }), WITH_GERMAN));
  t.true(alike(schema, schema, by("name", { chain: ["de", "en"] }), WITH_GERMAN));
  const german = { ...WITH_GERMAN, defaultLocale: "de" };
  t.false(alike(schema, schema, by("label"), german));
  t.true(alike(schema, schema, by("name"), german));
});
