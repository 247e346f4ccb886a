import type { FieldDefinition } from "../../contracts/content-schema.js";
import type { ContentSettings } from "../../entities/content-settings.js";
import type { Kiln } from "../../start.js";
import type { Answer, Client } from "./client.js";
import { makeType } from "./content.js";
import { makeReader } from "./make-reader.js";
import { makeSite, type Site } from "./make-site.js";

export const ARTICLE: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "body", title: "Body", type: "text" },
  { name: "rank", title: "Rank", type: "number" },
  { name: "views", title: "Views", type: "number", integer: true },
  { name: "isHot", title: "Hot", type: "boolean" },
  { name: "day", title: "Day", type: "datetime" },
  { name: "story", title: "Story", type: "portableText", localized: true },
  { name: "hero", title: "Hero", type: "media" },
  { name: "gallery", title: "Gallery", type: "array", of: { type: "media" } },
  { name: "tags", title: "Tags", type: "array", of: { type: "string" } },
  { name: "author", title: "Author", type: "reference", to: ["author"] },
  { name: "subject", title: "Subject", type: "reference", to: ["author", "article"] },
  { name: "related", title: "Related", type: "array", of: { type: "reference", to: ["author", "article"] } },
  {
    name: "seo",
    title: "SEO",
    type: "object",
    fields: [
      { name: "label", title: "Label", type: "string", localized: true },
      { name: "og", title: "OG", type: "object", fields: [{ name: "image", title: "Image", type: "media" }] },
    ],
  },
  {
    name: "links",
    title: "Links",
    type: "array",
    of: { type: "object", fields: [{ name: "href", title: "Href", type: "string" }] },
  },
];
export const AUTHOR: FieldDefinition[] = [
  { name: "name", title: "Name", type: "string", localized: true },
  { name: "boss", title: "Boss", type: "reference", to: ["author"] },
];

export interface GraphqlSite extends Site {
  kiln: Kiln;
  reader: Client;
  preview: Client;
  url: string;
  /** Sends a query for published content, with the delivery token unless another client is given. */
  ask(query: string, variables?: object, by?: Client): Promise<Answer>;
  /** Publishes a document and returns its id. */
  publish(draft: object, type?: string): Promise<string>;
}

/** Makes a project with articles and authors that is read by GraphQL. */
export async function graphqlSite(kiln: Kiln, settings: Partial<ContentSettings> = {}): Promise<GraphqlSite> {
  const site = await makeSite(kiln, ARTICLE, settings);
  await makeType(kiln, site.projectId, AUTHOR, "author");
  const [reader, preview] = await Promise.all([
    makeReader(site.ann, site.projectId),
    makeReader(site.ann, site.projectId, "preview"),
  ]);
  const path = `/v1/content/${site.projectId}/graphql`;
  return {
    ...site,
    kiln,
    reader,
    preview,
    url: `${kiln.url}${path}`,
    ask: (query, variables, by = reader) => by.post(path, { query, variables }),
    publish: (draft, type = "article") => site.documents.makePublished(draft, { type }),
  };
}
