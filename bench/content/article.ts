import type { FieldDefinition } from "../../contracts/content-schema.js";

/** A type as many sites have it; its documents are of about 2 KB. */
export const ARTICLE = {
  name: "article",
  title: "Article",
  titleField: "title",
  fields: [
    { name: "title", title: "Title", type: "string", required: true, maxLength: 200 },
    { name: "slug", title: "Slug", type: "string" },
    { name: "summary", title: "Summary", type: "text", localized: true },
    { name: "rating", title: "Rating", type: "number" },
    { name: "isFeatured", title: "Featured", type: "boolean" },
    { name: "at", title: "Date", type: "datetime" },
    { name: "body", title: "Body", type: "text" },
  ] satisfies FieldDefinition[],
};

const BODY = "A kiln is a chamber in which clay is dried, hardened and glazed by heat. ".repeat(23);

/** The fields of one article; different ones differ in each field but the body. */
export const article = (number: number): Record<string, unknown> => ({
  title: `Firing number ${number}`,
  slug: `firing-${number}`,
  summary: { en: `What came out of firing ${number}.` },
  rating: number % 97,
  isFeatured: number % 10 === 0,
  at: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
  body: BODY,
});

const COUNT = 200;

/** A form as large as anybody would make. */
export const FORM = {
  name: "form",
  title: "Form",
  titleField: "field0",
  fields: Array.from({ length: COUNT }, (_, index) => ({
    name: `field${index}`,
    title: `Field ${index}`,
    type: index % 4 === 0 ? "text" : "string",
  })) as FieldDefinition[],
};

/** A filled form; `turn` is in one of its fields. */
export const form = (turn: number): Record<string, unknown> =>
  Object.fromEntries(
    FORM.fields.map(({ name }, index) => [
      name,
      index === turn % COUNT ? `turn ${turn}` : `value of ${name}`,
    ]),
  );
