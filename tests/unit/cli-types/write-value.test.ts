import test from "ava";
import { writeDocument } from "../../../cli/types/write-document.js";
import { Names } from "../../../cli/types/names.js";
import { nameTypes } from "../../../cli/types/type-names.js";
import { writeWhere } from "../../../cli/types/write-where.js";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";

/** Field definition without its name and title. */
type Value = FieldDefinition extends infer F
  ? F extends unknown
    ? Omit<F, "name" | "title">
    : never
  : never;

/** Returns the code that is written for a type of one field. */
function write(value: Value): { document: string; where: string } {
  const field: FieldDefinition = { name: "field", title: "Field", ...value };
  const schema: ContentSchema = { name: "page", title: "Page", fields: [field] };
  const names = nameTypes([schema], new Names([])).get("page");
  if (names === undefined) throw new Error("no names");
  return { document: writeDocument(schema, names), where: writeWhere(schema, names) };
}

const CASES: [Value, property: string, filter: string][] = [
  [{ type: "string" }, "field?: string;", "TextFilter"],
  [{ type: "string", required: true }, "field: string;", "TextFilter"],
  [{ type: "string", required: false, localized: true }, "field?: string;", "TextFilter"],
  [{ type: "string", enum: ["a", 'b"c'] }, 'field?: "a" | "b\\"c";', 'TextFilter<"a" | "b\\"c">'],
  [{ type: "text", maxLength: 9 }, "field?: string;", "TextFilter"],
  [{ type: "number" }, "field?: number;", "NumberFilter"],
  [{ type: "number", integer: true, min: 1 }, "field?: number;", "NumberFilter"],
  [{ type: "boolean" }, "field?: boolean;", "FlagFilter"],
  [{ type: "datetime" }, "field?: string;", "InstantFilter"],
  [{ type: "portableText" }, "field?: PortableText;", "ExistsFilter"],
  [{ type: "media", accept: ["image"] }, "field?: Media;", "ExistsFilter"],
  [{ type: "reference", to: ["page"] }, 'field?: Reference<"page">;', "ExistsFilter"],
  [{ type: "reference", to: ["b", "a"] }, 'field?: Reference<"b" | "a">;', "ExistsFilter"],
  [{ type: "array", of: { type: "string" } }, "field?: string[];", "ExistsFilter"],
  [{ type: "array", of: { type: "string", enum: ["a", "b"] } }, 'field?: ("a" | "b")[];', "ExistsFilter"],
  [{ type: "array", of: { type: "portableText" } }, "field?: PortableText[];", "ExistsFilter"],
  [{ type: "array", of: { type: "media" }, required: true }, "field: Media[];", "ExistsFilter"],
  [{ type: "array", of: { type: "reference", to: ["a"] } }, 'field?: Reference<"a">[];', "ExistsFilter"],
];

for (const [value, property, filter] of CASES)
  test(`${JSON.stringify(value)} is ${property} and filters as ${filter}`, (t) => {
    const written = write(value);
    t.is(
      written.document,
      `export interface Page extends SystemFields<"page", Locale> {\n  ${property}\n}\n`,
    );
    t.is(written.where, `export interface PageWhere extends Filter<PageWhere> {\n  field?: ${filter};\n}\n`);
  });

test("objects, also in lists and three deep, have interfaces called as in GraphQL", (t) => {
  const inner = (name: string, fields: FieldDefinition[]): FieldDefinition => ({
    name,
    title: name,
    type: "object",
    fields,
  });
  const leaf: FieldDefinition = { name: "leaf", title: "Leaf", type: "number", required: true };
  const { document } = write({
    type: "array",
    of: { type: "object", fields: [inner("b", [inner("c", [leaf])]), leaf] },
  });
  t.is(
    document,
    [
      'export interface Page extends SystemFields<"page", Locale> {\n  field?: PageField[];\n}\n',
      "export interface PageField {\n  b?: PageFieldB;\n  leaf: number;\n}\n",
      "export interface PageFieldB {\n  c?: PageFieldBC;\n}\n",
      "export interface PageFieldBC {\n  leaf: number;\n}\n",
    ].join("\n"),
  );
});

test("titles and descriptions are comments that nothing can end", (t) => {
  const fields: FieldDefinition[] = [
    { name: "a", title: "One */ x", description: "two\nlines \u2028 more", type: "boolean" },
    { name: "coverImage", title: "Cover Image", type: "boolean" },
    { name: "b", title: "Why", type: "boolean" },
  ];
  const schema: ContentSchema = { name: "page", title: "A page", fields };
  const names = nameTypes([schema], new Names([])).get("page");
  t.is(
    names && writeDocument(schema, names),
    `/** A page */
export interface Page extends SystemFields<"page", Locale> {
  /**
   * One *\\/ x
   *
   * two lines more
   */
  a?: boolean;
  coverImage?: boolean;
  /** Why */
  b?: boolean;
}
`,
  );
});
