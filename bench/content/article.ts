import type { FieldDefinition } from "../../contracts/content-schema.js";

/** Content type as many sites have it. Its documents have about 2 KB. */
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

/** Returns the fields of one article. Different articles differ in each field except for the body. */
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

/** Content type with a form as large as anybody would make. */
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

/** Returns a filled form. `turn` is in one of its fields. */
export const form = (turn: number): Record<string, unknown> =>
  Object.fromEntries(
    FORM.fields.map(({ name }, index) => [
      name,
      index === turn % COUNT ? `turn ${turn}` : `value of ${name}`,
    ]),
  );
