import { clientSource, namesIn } from "./client-source.js";
import { type Project, writeContent } from "./write-content.js";

/** Stands for any project where the client is compiled and tested in this repository: every kind of field. */
export const EXAMPLE: Project = {
  defaultLocale: "en",
  locales: [{ code: "en" }, { code: "de" }, { code: "pt-BR" }],
  schemas: [
    {
      name: "article",
      title: "Article",
      description: "What the magazine prints.",
      fields: [
        { name: "title", title: "Title", type: "string", required: true, localized: true },
        { name: "section", title: "Section", type: "string", enum: ["news", "long reads"], required: true },
        { name: "mood", title: "Mood", type: "string", enum: ["calm", "wild"] },
        { name: "teaser", title: "Teaser", type: "text", localized: true },
        { name: "rank", title: "Rank", type: "number", integer: true },
        { name: "score", title: "Score", type: "number", required: true },
        { name: "isHot", title: "Hot", type: "boolean" },
        { name: "day", title: "Day", description: "Of the event.", type: "datetime" },
        { name: "story", title: "Story", type: "portableText", localized: true },
        { name: "hero", title: "Hero", type: "media", accept: ["image"], localized: true },
        { name: "gallery", title: "Gallery", type: "array", of: { type: "media" } },
        {
          name: "tags",
          title: "Tags",
          type: "array",
          required: true,
          of: { type: "string", enum: ["a", "b"] },
        },
        { name: "author", title: "Author", type: "reference", required: true, to: ["author"] },
        { name: "subject", title: "Subject", type: "reference", to: ["author", "article"] },
        {
          name: "related",
          title: "Related",
          type: "array",
          of: { type: "reference", to: ["author", "article"] },
        },
        {
          name: "seo",
          title: "SEO",
          type: "object",
          fields: [
            { name: "label", title: "Label", type: "string", required: true, localized: true },
            {
              name: "card",
              title: "Card",
              type: "object",
              fields: [
                { name: "image", title: "Image", type: "media" },
                { name: "by", title: "By", type: "reference", to: ["author"] },
                {
                  name: "size",
                  title: "Size",
                  type: "object",
                  fields: [{ name: "width", title: "Width", type: "number", required: true }],
                },
              ],
            },
          ],
        },
        {
          name: "links",
          title: "Links",
          type: "array",
          of: {
            type: "object",
            fields: [
              { name: "href", title: "Href", type: "string", required: true },
              { name: "target", title: "Target", type: "reference", to: ["article"] },
            ],
          },
        },
      ],
    },
    {
      name: "author",
      title: "Author",
      fields: [
        { name: "name", title: "Name", type: "string", required: true },
        { name: "bio", title: "Bio", type: "text", localized: true },
        { name: "boss", title: "Boss", type: "reference", to: ["author"] },
        { name: "company", title: "Company", type: "reference", to: ["company"] },
      ],
    },
    {
      name: "company",
      title: "Company",
      fields: [
        { name: "name", title: "Name", type: "string", required: true },
        { name: "logo", title: "Logo", type: "media" },
      ],
    },
  ],
};

const IMPORTS = `// Written by \`npm run generate\` from cli/types/example-project.ts: what stands here in a project's own file is its content.
import type { ExistsFilter, Filter, FlagFilter, InstantFilter, NumberFilter, SystemSort, TextFilter } from "./filters.js";
import type { Media, PortableText, Reference, SystemFields } from "./values.js";
`;

/** The part of the file that is made from the project, as a module of its own. */
export const exampleContent = (): string =>
  [IMPORTS, writeContent(EXAMPLE, namesIn(clientSource()))].join("\n");
