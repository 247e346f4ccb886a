import test from "ava";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { effectsOf } from "../../../console/content/types/effects.js";

const schema = (...fields: FieldDefinition[]): ContentSchema => ({
  name: "article",
  title: "Article",
  fields,
});
const title = (more: object = {}): FieldDefinition => ({
  name: "title",
  title: "Title",
  type: "string",
  ...more,
});
const said = (before: ContentSchema, after: ContentSchema): string[] =>
  effectsOf(before, after).map(({ tone, text }) => `${tone}: ${text.split(/[.:]/)[0]}`);

test("an edit that changes nothing has no effects; order has none either (rules/content 4)", (t) => {
  const rank: FieldDefinition = { name: "rank", title: "Rank", type: "number" };
  t.deepEqual(said(schema(title(), rank), schema(rank, title())), []);
});

test("a field that goes, or is of another kind, is no longer delivered", (t) => {
  t.deepEqual(said(schema(title()), schema()), ['hides: "Title" goes']);
  t.deepEqual(said(schema(title()), schema(title({ type: "text" }))), ['hides: "Title" is of another kind']);
});

test("a new field is empty; a new required one asks for work", (t) => {
  t.deepEqual(said(schema(), schema(title())), ['keeps: "Title" is new, and empty in every document']);
  t.deepEqual(said(schema(), schema(title({ required: true }))), ['asks: "Title" is new and required']);
});

for (const [what, before, after, says] of [
  ["required", {}, { required: true }, 'asks: "Title" is required'],
  ["no longer required", { required: true }, {}, 'keeps: "Title" may be empty from now on'],
  ["by language", {}, { localized: true }, 'keeps: "Title" has a value for each language'],
  ["no longer by language", { localized: true }, {}, 'hides: "Title" has one value for all languages'],
  ["a shorter limit", { maxLength: 9 }, { maxLength: 8 }, 'asks: "Title" takes 8 characters at most'],
  ["a first limit", {}, { maxLength: 8 }, 'asks: "Title" takes 8 characters at most'],
  ["a longer limit", { maxLength: 8 }, { maxLength: 9 }, null],
  ["fewer choices", { enum: ["a", "b"] }, { enum: ["a"] }, 'asks: "Title" has fewer choices'],
  ["more choices", { enum: ["a"] }, { enum: ["a", "b"] }, null],
] as const)
  test(`an option that says ${what}`, (t) => {
    t.deepEqual(said(schema(title(before)), schema(title(after))), says === null ? [] : [says]);
  });

test("what stands in groups and lists is compared too, and named with them", (t) => {
  const group = (inner: FieldDefinition): FieldDefinition => ({
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [inner],
  });
  t.deepEqual(said(schema(group(title())), schema(group(title({ required: true })))), [
    'asks: "SEO, Title" is required',
  ]);
  const list = (max: number): FieldDefinition => ({
    name: "sizes",
    title: "Sizes",
    type: "array",
    of: { type: "number", max },
  });
  t.deepEqual(said(schema(list(9)), schema(list(8))), ['asks: "Items of Sizes" takes 8 at most']);
});

test("whole numbers only: what has a fraction is no longer delivered, as delivery reads it", (t) => {
  const rank = (more: object): FieldDefinition => ({ name: "rank", title: "Rank", type: "number", ...more });
  t.deepEqual(said(schema(rank({})), schema(rank({ integer: true }))), [
    'hides: "Rank" takes whole numbers only',
  ]);
});
