import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { DraftShape } from "../../../services/content/draft/layout.js";

/** Content type with every kind of field. */
export const ARTICLE: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [
    { name: "name", title: "Name", type: "string" },
    { name: "count", title: "Count", type: "number" },
    { name: "isNew", title: "New", type: "boolean" },
    { name: "at", title: "At", type: "datetime" },
    { name: "cover", title: "Cover", type: "media" },
    { name: "author", title: "Author", type: "reference", to: ["article"] },
    { name: "notes", title: "Notes", type: "text" },
    { name: "title", title: "Title", type: "string", localized: true },
    { name: "intro", title: "Intro", type: "text", localized: true },
    { name: "banner", title: "Banner", type: "media", localized: true },
    { name: "body", title: "Body", type: "portableText" },
    { name: "story", title: "Story", type: "portableText", localized: true },
    {
      name: "seo",
      title: "SEO",
      type: "object",
      fields: [
        { name: "summary", title: "Summary", type: "text" },
        { name: "headline", title: "Headline", type: "string", localized: true },
        { name: "rank", title: "Rank", type: "number" },
      ],
    },
    { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
    {
      name: "links",
      title: "Links",
      type: "array",
      of: {
        type: "object",
        fields: [
          { name: "label", title: "Label", type: "text" },
          { name: "url", title: "URL", type: "string" },
        ],
      },
    },
  ],
};

export const draftShape = (schema: ContentSchema): DraftShape => ({
  schema,
  defaultLocale: "en",
  locales: ["en", "de"],
});

/** Draft that fills every field of ARTICLE. */
export const EVERY_FIELD = {
  name: "Ada",
  count: 3,
  isNew: false,
  at: "2026-11-23T10:00:00Z",
  cover: { storageId: "0190a0a0-0000-7000-8000-000000000001" },
  author: { documentId: "0190a0a0-0000-7000-8000-000000000002" },
  notes: "one\ntwo 🦊",
  title: { en: "Hello", de: "Hallo" },
  intro: { en: "An introduction", de: "Eine Einleitung" },
  banner: { en: { storageId: "0190a0a0-0000-7000-8000-000000000003" } },
  body: [
    {
      _type: "block",
      _key: "k1",
      style: "normal",
      markDefs: [],
      children: [
        { _type: "span", _key: "s1", text: "Bold", marks: ["strong"] },
        { _type: "span", _key: "s2", text: " and plain", marks: [] },
      ],
    },
    {
      _type: "block",
      _key: "k2",
      style: "h2",
      markDefs: [],
      children: [{ _type: "span", _key: "s3", text: "End" }],
    },
  ],
  seo: { summary: "About", headline: { en: "Read" }, rank: 1.5 },
  tags: ["a", "b"],
  links: [
    { label: "One", url: "https://one.example" },
    { label: "Two", url: "https://two.example" },
  ],
};
