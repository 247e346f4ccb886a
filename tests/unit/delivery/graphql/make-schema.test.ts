import test from "ava";
import { printSchema, printType, validateSchema } from "graphql";
import { FIRST_LOCALES, type Locales } from "../../../../contracts/content-locales.js";
import { generatedNames, isSharedName } from "../../../../contracts/content-names.js";
import type { ContentSchema, FieldDefinition } from "../../../../contracts/content-schema.js";
import { makeSchema } from "../../../../services/delivery/graphql/schema/make-schema.js";
import { ARTICLE, AUTHOR } from "../../../helpers/graphql-site.js";

const schemaOf = (name: string, fields: FieldDefinition[]): ContentSchema => ({ name, title: name, fields });
const LOCALES: Locales = {
  defaultLocale: "en",
  locales: ["en", "pt-BR", "zh-Hant-TW"].map((code) => ({
    code,
    title: code,
    fallback: null,
    required: false,
  })),
};
const TYPES = [schemaOf("article", ARTICLE), schemaOf("author", AUTHOR)];

/** Prints a type in one line without descriptions. */
const print = (name: string, schema = makeSchema(TYPES, LOCALES)): string =>
  printType(schema.getType(name) as never)
    .replace(/"""[^"]*"""/g, "")
    .replace(/\s+/g, " ")
    .replace(/ ([:)])/g, "$1")
    .replace(/\( /g, "(")
    .trim();

test("a type has the system fields and its own, mapped (rules/delivery 41)", (t) => {
  const schema = makeSchema(TYPES, LOCALES);
  t.deepEqual(validateSchema(schema), []);
  t.is(
    print("Article"),
    "type Article implements Document { _id: ID! _type: String! _status: String! _createdAt: String! _updatedAt: String! " +
      "_publishedAt: String _locale: String _fallbackFields: [String!]! title(locale: Locale): String body: String rank: Float views: Int " +
      "isHot: Boolean day: String story(locale: Locale): JSON hero: MediaAsset gallery: [MediaAsset] tags: [String] " +
      "author(locale: Locale): Author subject(locale: Locale): ArticleSubject related(locale: Locale): [ArticleRelated] " +
      "seo: ArticleSeo links: [ArticleLinks] }",
  );
  t.is(print("ArticleSubject"), "union ArticleSubject = Author | Article");
  t.is(print("ArticleSeo"), "type ArticleSeo { label(locale: Locale): String og: ArticleSeoOg }");
  t.is(print("ArticleSeoOg"), "type ArticleSeoOg { image: MediaAsset }");
  t.is(print("MediaAsset"), "type MediaAsset { storageId: String! url: String contentType: String }");
  t.is(print("Locale"), "enum Locale { EN PT_BR ZH_HANT_TW }");
  t.is(print("AllArticle"), "type AllArticle { items: [Article!]! total: Int! }");
  t.is(
    print("Query"),
    "type Query { article(id: ID!, locale: Locale): Article " +
      "allArticle(where: ArticleWhere sort: [ArticleSort!] limit: Int offset: Int locale: Locale): AllArticle " +
      "author(id: ID!, locale: Locale): Author " +
      "allAuthor(where: AuthorWhere sort: [AuthorSort!] limit: Int offset: Int locale: Locale): AllAuthor }",
  );
});

test("filters and orders are those of REST (rules/delivery 40)", (t) => {
  t.is(
    print("ArticleWhere"),
    "input ArticleWhere { _id: StringFilter _status: StringFilter _createdAt: DateTimeFilter _updatedAt: DateTimeFilter " +
      "_publishedAt: DateTimeFilter title: StringFilter body: StringFilter rank: FloatFilter views: IntFilter isHot: BooleanFilter " +
      "day: DateTimeFilter story: ExistsFilter hero: ExistsFilter gallery: ExistsFilter tags: ExistsFilter author: ExistsFilter " +
      "subject: ExistsFilter related: ExistsFilter seo: ExistsFilter links: ExistsFilter and: [ArticleWhere!] or: [ArticleWhere!] not: ArticleWhere }",
  );
  t.is(
    print("StringFilter"),
    "input StringFilter { eq: String ne: String in: [String!] lt: String lte: String gt: String gte: String contains: String exists: Boolean }",
  );
  t.is(
    print("BooleanFilter"),
    "input BooleanFilter { eq: Boolean ne: Boolean in: [Boolean!] exists: Boolean }",
  );
  t.regex(
    print("ArticleSort"),
    /^enum ArticleSort \{ _id_ASC _id_DESC .*_publishedAt_DESC title_ASC .*day_DESC \}$/,
  );
});

test("every name is one that types are checked for, or one that they cannot have (rules/content 1)", (t) => {
  const schema = makeSchema(TYPES, LOCALES);
  const generated = new Set(TYPES.flatMap((type) => generatedNames(type).map(({ name }) => name)));
  const names = Object.keys(schema.getTypeMap()).filter((name) => !name.startsWith("__"));
  t.deepEqual(
    names.filter((name) => !generated.has(name) && !isSharedName(name)),
    [],
  );
});

test("a project without types, and one with a single empty object, have a schema", (t) => {
  t.deepEqual(validateSchema(makeSchema([], FIRST_LOCALES)), []);
  const empty: FieldDefinition = { name: "box", title: "Box", type: "object", fields: [] };
  const schema = makeSchema([schemaOf("page", [empty])], FIRST_LOCALES);
  t.deepEqual(validateSchema(schema), []);
  t.regex(printSchema(schema), /box: JSON/);
});
