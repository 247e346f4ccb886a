import type { ContentFields, FieldDefinition } from "../../contracts/content-schema.js";
import { Draw, drawArticle, FIELDS, FIRST_DAY } from "../content/articles.js";

/** Types of the site: articles of about 2 KB, and the documents that they reference. */
export const TYPES = [
  {
    name: "article",
    title: "Article",
    titleField: "title",
    fields: [
      ...FIELDS,
      { name: "topic", title: "Topic", type: "reference", to: ["topic"] },
      { name: "body", title: "Body", type: "text" },
    ],
  },
  {
    name: "person",
    title: "Person",
    titleField: "name",
    fields: [
      { name: "name", title: "Name", type: "string" },
      { name: "about", title: "About", type: "text" },
    ],
  },
  {
    name: "topic",
    title: "Topic",
    titleField: "name",
    fields: [
      { name: "name", title: "Name", type: "string" },
      { name: "about", title: "About", type: "text" },
    ],
  },
] as const satisfies readonly { name: string; fields: readonly FieldDefinition[]; [key: string]: unknown }[];

export type TypeName = (typeof TYPES)[number]["name"];

export const PERSONS = 100;
export const TOPICS = 20;
/** Locales of the site. Three of ten articles have a title in the second one, and the others are read in it by fallback. */
export const LOCALES = ["en", "de"] as const;

const PARAGRAPHS = Array.from({ length: 64 }, (_, at) => new Draw(at).words(115));

/** Published document, the same in every run and on every server. */
export interface SiteDocument {
  id: string;
  type: TypeName;
  createdAt: number;
  fields: ContentFields;
}

/** Returns the id of a document, in order of time as Kiln's own ids are. */
function idOf(type: TypeName, at: number): string {
  const time = (FIRST_DAY + at * 1000).toString(16).padStart(12, "0");
  const kind = TYPES.findIndex(({ name }) => name === type);
  const tail = new Draw(Math.imul(at * 3 + kind + 1, 0x9e3779b1) >>> 0).hex(12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-800${kind}-${tail}`;
}

export function article(at: number): SiteDocument {
  const { draw, values } = drawArticle(at);
  const paragraph = () => PARAGRAPHS[draw.below(PARAGRAPHS.length)] ?? "";
  const fields = {
    ...values,
    author: { documentId: idOf("person", draw.below(PERSONS)) },
    topic: { documentId: idOf("topic", draw.below(TOPICS)) },
    body: [paragraph(), paragraph(), paragraph()].join("\n\n"),
  };
  return { id: idOf("article", at), type: "article", createdAt: FIRST_DAY + at * 1000, fields };
}

function named(type: "person" | "topic", at: number): SiteDocument {
  const fields = { name: `${type} ${at}`, about: (PARAGRAPHS[at % PARAGRAPHS.length] ?? "").slice(0, 200) };
  return { id: idOf(type, at), type, createdAt: FIRST_DAY + at * 1000, fields };
}

/** Returns all documents that articles reference. */
export const targets = (): SiteDocument[] => [
  ...Array.from({ length: PERSONS }, (_, at) => named("person", at)),
  ...Array.from({ length: TOPICS }, (_, at) => named("topic", at)),
];

/** Returns the documents that articles reference, and then the given number of articles, in batches. */
export function* siteBatches(count: number, size: number): Generator<SiteDocument[]> {
  yield targets();
  for (let from = 0; from < count; from += size)
    yield Array.from({ length: Math.min(size, count - from) }, (_, at) => article(from + at));
}
