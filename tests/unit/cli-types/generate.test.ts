import test from "ava";
import { clientSource, namesIn } from "../../../cli/types/client-source.js";
import { EXAMPLE } from "../../../cli/types/example-project.js";
import { generate } from "../../../cli/types/generate.js";
import { type Project, writeContent } from "../../../cli/types/write-content.js";
import type {
  ExistsFilter,
  FlagFilter,
  InstantFilter,
  NumberFilter,
  TextFilter,
} from "../../../cli/types/client/filters.js";
import type { ContentSchema, FieldDefinition } from "../../../contracts/content-schema.js";
import { operatorsOf } from "../../../services/delivery/query/parse-where.js";

const title: FieldDefinition = { name: "title", title: "Title", type: "string" };
const type = (name: string, fields: FieldDefinition[] = [title]): ContentSchema => ({
  name,
  title: name,
  fields,
});
const project = (schemas: ContentSchema[]): Project => ({
  schemas,
  locales: [{ code: "en" }],
  defaultLocale: "en",
});
const interfaces = (text: string): string[] =>
  [...text.matchAll(/export interface (\w+)/g)].map(([, name = ""]) => name);

test("the same project gives the same text, in whatever order its types come", (t) => {
  const reversed = { ...EXAMPLE, schemas: [...EXAMPLE.schemas].reverse() };
  t.is(generate(reversed), generate(EXAMPLE));
});

test("the file stands alone: it imports nothing", (t) => {
  t.notRegex(generate(EXAMPLE), /^import /m);
  t.notRegex(generate(EXAMPLE), /\b(?:from|import) ?\(?"/);
});

test("a type never takes a name that the client uses, or that another type has", (t) => {
  const names = ["media", "promise", "date", "record", "client", "contentTypes", "class"];
  const nested: FieldDefinition = { name: "seo", title: "SEO", type: "object", fields: [title] };
  const text = writeContent(
    project([
      ...names.map((name) => type(name)),
      type("articleSeo"),
      type("page1", [nested]),
      type("article", [nested]),
    ]),
    namesIn(clientSource()),
  );
  const found = interfaces(text);
  t.deepEqual(found, [...new Set(found)]);
  for (const name of [
    "Media_",
    "Promise_",
    "Date_",
    "Record_",
    "Client_",
    "ContentTypes_",
    "Class",
    "ArticleSeo",
  ])
    t.true(found.includes(name), name);
  t.true(found.includes("ArticleSeo_"));
  t.regex(text, /\n  media: \{\n    document: Media_;/);
});

test("fields that every object seems to have are read and not filtered by", (t) => {
  const odd = ["constructor", "toString"].map((name): FieldDefinition => ({
    name,
    title: name,
    type: "string",
  }));
  const text = writeContent(project([type("page", odd)]), []);
  t.regex(text, /export interface Page extends [^}]*constructor\?: string;/);
  t.regex(text, /export interface PageWhere extends Filter<PageWhere> \{\}/);
});

test("a project where all refers to all is still compiled: its longest paths are not spelled out", (t) => {
  const many = Array.from({ length: 120 }, (_, at): FieldDefinition => ({
    name: `r${at}`,
    title: "R",
    type: "reference",
    to: ["page"],
  }));
  t.regex(writeContent(project([type("page", many)]), []), /references: \{\n      r0: string;/);
  t.regex(writeContent(project([type("page", many.slice(0, 99))]), []), /references: \{\n      r0: "page";/);
});

test("each kind of filter has the operators of delivery (rules/delivery 18)", (t) => {
  const ordered = { eq: 1, ne: 1, in: 1, lt: 1, lte: 1, gt: 1, gte: 1, exists: 1 };
  const text: Record<keyof TextFilter, number> = { ...ordered, contains: 1 };
  const number: Record<keyof NumberFilter, number> = ordered;
  const instant: Record<keyof InstantFilter, number> = ordered;
  const flag: Record<keyof FlagFilter, number> = { eq: 1, ne: 1, in: 1, exists: 1 };
  const other: Record<keyof ExistsFilter, number> = { exists: 1 };
  for (const [kind, operators] of Object.entries({ text, number, instant, flag, other }))
    t.deepEqual(Object.keys(operators).sort(), [...operatorsOf(kind as "text")].sort(), kind);
});
