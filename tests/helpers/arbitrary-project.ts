import fc from "fast-check";
import { refusedTypeName } from "../../contracts/content-names.js";
import type { ContentSchema, FieldDefinition, ItemDefinition } from "../../contracts/content-schema.js";
import type { Project } from "../../cli/types/write-content.js";

/** Names of types and fields: words of TypeScript, names of its library and of the client, and names that differ by little. */
const NAMES = [
  "article",
  "author",
  "articleSeo",
  "articleseo",
  "class",
  "default",
  "function",
  "interface",
  "import",
  "number",
  "unknown",
  "never",
  "promise",
  "record",
  "partial",
  "omit",
  "array",
  "object",
  "date",
  "error",
  "map",
  "response",
  "media",
  "reference",
  "portableText",
  "systemFields",
  "textFilter",
  "client",
  "page",
  "selection",
  "contentTypes",
  "typeName",
  "locale2",
  "kilnError",
  "connection",
  "view",
  "alloy",
  "x1",
  "x2y3",
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "prototype",
  "then",
];
const FIELD_NAMES = [
  ...NAMES,
  "title",
  "seo",
  "args",
  "items",
  "total",
  "documentId",
  "storageId",
  "length",
  "name",
  "on",
];

const text = fc.oneof(
  fc.constantFrom(
    "Title",
    "*/ export const x = 1; /*",
    "a\nb",
    "// \u2028 c",
    "`${x}`",
    "\\",
    '"',
    "ÄÖ €",
    " ",
  ),
  fc.string({ maxLength: 8 }),
);
const required = fc.constantFrom(undefined, true, false);
const localized = fc.constantFrom(undefined, true);

type Draft = Record<string, unknown>;
const defined = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));

/** Makes a field definition without its name. With `isInArray` nothing in it is localized, since array items cannot be. */
function arbitraryValue(types: readonly string[], depth: number, isInArray: boolean): fc.Arbitrary<Draft> {
  const flag = isInArray ? fc.constant(undefined) : localized;
  const of = (type: string, options: Record<string, fc.Arbitrary<unknown>> = {}) =>
    fc.record({
      type: fc.constant(type),
      required,
      description: fc.option(text, { nil: undefined }),
      ...options,
    });
  const choices = fc.uniqueArray(text.filter(Boolean), { minLength: 1, maxLength: 4 });
  const to = fc.uniqueArray(fc.constantFrom(...types), { minLength: 1, maxLength: 3 });
  const leaves = [
    of("string", { localized: flag, enum: fc.option(choices, { nil: undefined }) }),
    of("text", { localized: flag }),
    of("number", { integer: fc.constantFrom(undefined, true) }),
    of("boolean"),
    of("datetime"),
    of("portableText", { localized: flag }),
    of("media", { localized: flag }),
    of("reference", { to }),
  ];
  const objects = depth < 3 ? [of("object", { fields: arbitraryFields(types, depth + 1, isInArray) })] : [];
  return fc.oneof(...leaves, ...objects).map(defined);
}

const arbitraryFields = (
  types: readonly string[],
  depth: number,
  isInArray: boolean,
): fc.Arbitrary<FieldDefinition[]> =>
  fc
    .uniqueArray(fc.constantFrom(...FIELD_NAMES), { minLength: 1, maxLength: depth === 0 ? 9 : 4 })
    .chain((names) =>
      fc.tuple(
        ...names.map((name) =>
          fc
            .oneof(
              { weight: 4, arbitrary: arbitraryValue(types, depth, isInArray) },
              {
                weight: 1,
                arbitrary: arbitraryValue(types, depth, true).map((of) => ({
                  type: "array",
                  of: of as unknown as ItemDefinition,
                })),
              },
            )
            .chain((value) => text.map((title) => ({ ...value, name, title }))),
        ),
      ),
    )
    .map((fields) => fields as unknown as FieldDefinition[]);

const CODES = ["en", "de", "pt-BR", "zh-Hant-TW"];

/** Arbitrary project as a server may describe it: every kind of field, references in circles, awkward names. */
export const arbitraryProject: fc.Arbitrary<Project> = fc
  .uniqueArray(fc.constantFrom(...NAMES.filter((name) => refusedTypeName(name) === null)), { maxLength: 6 })
  .chain((types) =>
    fc.record({
      defaultLocale: fc.constant("en"),
      locales: fc.subarray(CODES.slice(1)).map((codes) => ["en", ...codes].map((code) => ({ code }))),
      schemas: fc.tuple(
        ...types.map((name) =>
          fc
            .record({ title: text, fields: arbitraryFields(types, 0, false) })
            .map(({ title, fields }): ContentSchema => ({ name, title, fields })),
        ),
      ),
    }),
  );
