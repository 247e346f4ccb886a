import test from "ava";
import { fallbackFieldsOf } from "../../../contracts/content-fallback-fields.js";
import { flatten } from "../../../contracts/content-flatten.js";
import { EVERY_LOCALE, type Locales, readingOf } from "../../../contracts/content-locales.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { isPlainObject } from "../../../contracts/content-values.js";
import { mentionsOf } from "../../../services/content/documents/check-document.js";
import { coverageOf } from "../../../services/content/documents/coverage.js";
import { derivedColumns } from "../../../services/content/documents/derived-columns.js";
import { mergedFields } from "../../../services/content/documents/merged-fields.js";
import { measureState } from "../../../services/content/draft/measure-state.js";
import { settleFields } from "../../../services/content/draft/settle-fields.js";
import { checkDraft, MAX_ISSUES } from "../../../services/content/validity/check-draft.js";
import { changedLocales } from "../../../services/webhooks/changed-locales.js";
import { makePayload } from "../../../services/webhooks/make-payload.js";

// A list of a draft may have 240,000 items, its items' definition 490 fields, and a project 200 locales. A walk that takes steps for
// their product holds the event loop for seconds. The reads of a schema's definitions are counted, not the time.

const FIELDS = 490;
/** Reads of definitions that one more item, or one more value of it, may cost. */
const READS = 80;

const localesOf = (count: number): Locales => ({
  defaultLocale: "l0",
  locales: Array.from({ length: count }, (_, at) => ({
    code: `l${at}`,
    title: "L",
    fallback: null,
    required: false,
  })),
});
const LOCALES = localesOf(2);

type Kind = Partial<FieldDefinition> & { type: FieldDefinition["type"] };

/** Makes a type with one list, whose items have many fields of a kind, and counts the reads of its definitions. */
function countingSchema(kind: Kind): { schema: ContentSchema; reads(): number } {
  let reads = 0;
  const fields = Array.from({ length: FIELDS }, (_, at) => ({ title: "F", ...kind, name: `f${at}` }));
  const made = new WeakMap<object, unknown>();
  const counted = <T>(value: T): T => {
    if (!isPlainObject(value) && !Array.isArray(value)) return value;
    const known = made.get(value) ?? new Proxy(value, { get: look });
    made.set(value, known);
    return known as T;
  };
  function look(target: object, key: string | symbol, receiver: unknown): unknown {
    reads += 1;
    return counted(Reflect.get(target, key, receiver) as unknown);
  }
  const items = { name: "a", title: "A", type: "array", of: { type: "object", fields } } as FieldDefinition;
  const schema: ContentSchema = { name: "post", title: "Post", fields: [items] };
  return { schema: counted(schema), reads: () => reads };
}

const ID = "0b0b6f52-5c5d-4c43-9d3c-64c1f6a2d001";
const KNOWN = { documents: new Map([[ID, "post"]]), media: new Map([[ID, "image/png"]]) };
const reading = (code?: string, locales = LOCALES) => {
  const found = readingOf(locales, code);
  if (found === undefined) throw new Error(`There is no locale ${code}.`);
  return found;
};

type Walk = (schema: ContentSchema, draft: ContentFields) => unknown;
const shapeOf = (schema: ContentSchema) => ({ schema, defaultLocale: "l0", locales: ["l0", "l1"] });
const WALKS: Record<string, Walk> = {
  checkDraft: (schema, draft) => checkDraft({ schema, locales: LOCALES, draft, known: KNOWN }),
  settleFields: (schema, draft) => settleFields(shapeOf(schema), draft, draft),
  measureState: (schema, draft) => measureState(shapeOf(schema), draft),
  mergedFields: ({ fields }, draft) => mergedFields(fields, "l0", draft, draft),
  mentionsOf: (schema, draft) => mentionsOf(schema, draft),
  derivedColumns: (schema, draft) => derivedColumns(schema, "l0", draft),
  coverageOf: (schema, draft) => coverageOf(schema, LOCALES, draft),
  "flatten of a locale": (schema, draft) => flatten(schema, draft, reading()),
  "flatten of all locales": (schema, draft) => flatten(schema, draft, reading(EVERY_LOCALE)),
  fallbackFieldsOf: (schema, draft) => fallbackFieldsOf(schema, draft, reading()),
  changedLocales: (schema, draft) =>
    changedLocales({ schema, locales: LOCALES, before: { a: [] }, after: draft, createdAt: 0 }),
  makePayload: (schema, draft) =>
    makePayload({
      kind: "document.publish",
      projectId: ID,
      documentId: ID,
      type: "post",
      publishedAt: 0,
      content: { schema, locales: LOCALES, before: { a: [] }, after: draft, createdAt: 0 },
    }),
};

/** Values of one field of the items, by the kind of the field. */
const KINDS: [Kind, unknown][] = [
  [{ type: "number" }, 1],
  [{ type: "string", enum: Array.from({ length: 500 }, (_, at) => `${at}`) }, "499"],
  [{ type: "text" }, "x"],
  [
    { type: "reference", to: [...Array.from({ length: 99 }, (_, at) => `t${at}`), "post"] },
    { documentId: ID },
  ],
  [{ type: "media" }, { storageId: ID }],
  [{ type: "object", fields: [{ name: "n", title: "N", type: "number" }] }, { n: 1 }],
  [{ type: "array", of: { type: "number" } }, [1]],
];

for (const [name, walk] of Object.entries(WALKS))
  test(`${name} takes no step for each field of each item (rules/running 24)`, (t) => {
    for (const [kind, value] of KINDS)
      for (const item of [{}, { f489: value }]) {
        const readsOf = (items: number): number => {
          const { schema, reads } = countingSchema(kind);
          walk(schema, { a: Array.from({ length: items }, () => structuredClone(item)) });
          return reads();
        };
        const reads = (readsOf(300) - readsOf(100)) / 200;
        t.true(reads <= READS, `${kind.type} ${JSON.stringify(item)}: ${reads} reads an item`);
      }
  });

test("required fields that items lack end the check when the list of issues is full (rules/content 22; rules/running 24)", (t) => {
  const check = (items: number) => {
    const { schema, reads } = countingSchema({ type: "number", required: true });
    const draft = { a: Array.from({ length: items }, () => ({})) };
    return { issues: checkDraft({ schema, locales: LOCALES, draft, known: KNOWN }), reads: reads() };
  };
  const [few, many] = [check(10), check(1000)];
  t.is(many.issues.length, MAX_ISSUES);
  t.deepEqual(many, few);
});

test("the locales that a publish changes are found without reading the document for each of them (rules/running 24; rules/webhooks 15)", (t) => {
  const readsOf = (count: number): number => {
    const { schema, reads } = countingSchema({ type: "number" });
    const [before, after] = [0, 1].map((f0) => ({ a: Array.from({ length: 100 }, () => ({ f0 })) }));
    if (before === undefined || after === undefined) throw new Error("There are two versions.");
    const locales = localesOf(count);
    t.is(changedLocales({ schema, locales, before, after, createdAt: 0 }).length, count);
    return reads();
  };
  t.is(readsOf(200), readsOf(1));
});

test("a localized text is read and compared once, not for each locale that falls back to it (rules/running 24; rules/webhooks 15)", (t) => {
  let reads = 0;
  const block = (text: string) =>
    new Proxy(
      { _type: "block", _key: "k", children: [{ _type: "span", text }] },
      {
        get(target, key, receiver) {
          reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      },
    );
  const schema: ContentSchema = {
    name: "post",
    title: "Post",
    fields: [{ name: "body", title: "B", type: "portableText", localized: true }],
  };
  const readsOf = (count: number): number => {
    reads = 0;
    const body = (text: string) => ({ body: { l0: [block("same"), block(text)] } });
    const locales = localesOf(count);
    const content = { schema, locales, before: body("one"), after: body("two"), createdAt: 0 };
    t.is(changedLocales(content).length, count);
    return reads;
  };
  t.is(readsOf(200), readsOf(1));
});
