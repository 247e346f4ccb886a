import type { Locales } from "../../contracts/content-locales.js";
import type { ContentFields, ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";
import type { RowSource } from "../../engines/document-index/index.js";
import type { ContentRow } from "../../services/delivery/indexing/decode-row.js";

/** Fields of the articles besides their body. Three of ten articles are translated, and the others are read by fallback. */
export const FIELDS: FieldDefinition[] = [
  { name: "title", title: "Title", type: "string", localized: true },
  { name: "slug", title: "Slug", type: "string" },
  { name: "category", title: "Category", type: "string" },
  { name: "views", title: "Views", type: "number", integer: true },
  { name: "featured", title: "Featured", type: "boolean" },
  { name: "date", title: "Date", type: "datetime" },
  { name: "author", title: "Author", type: "reference", to: ["person"] },
];

/** Content type with which the document index is measured. Its articles have about 2 KB each. */
export const ARTICLE: ContentSchema = {
  name: "article",
  title: "Article",
  fields: [...FIELDS, { name: "body", title: "Body", type: "portableText", localized: true }],
  titleField: "title",
};

export const LOCALES: Locales = {
  defaultLocale: "en",
  locales: [
    { code: "en", title: "English", fallback: null, required: true },
    { code: "de", title: "German", fallback: null, required: false },
  ],
};

export const CATEGORIES = 20;
export const MAX_VIEWS = 100_000;
export const FIRST_DAY = Date.UTC(2024, 0, 1);
const WORDS =
  "kiln clay glaze fire wood ash salt stone river moon dragon oven heat brick cone slip bowl vase".split(" ");

/** Pseudo-random numbers that are the same in every run. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  word(): string {
    return WORDS[this.below(WORDS.length)] ?? "";
  }

  words(count: number): string {
    return Array.from({ length: count }, () => this.word()).join(" ");
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }
}

/** Returns the values of `FIELDS` except for the author, and the generator for the rest of the article. */
export function drawArticle(at: number): { draw: Draw; values: ContentFields } {
  const draw = new Draw(Math.imul(at + 1, 0x9e3779b1) >>> 0);
  const title = `${draw.words(3)} ${at}`;
  const values = {
    title: { en: `The ${title}`, ...(draw.below(10) < 3 ? { de: `Ein ${title}` } : {}) },
    slug: title.replaceAll(" ", "-"),
    category: `category-${draw.below(CATEGORIES)}`,
    views: draw.below(MAX_VIEWS),
    featured: draw.below(5) === 0,
    date: new Date(FIRST_DAY + draw.below(1000) * 86_400_000).toISOString(),
  };
  return { draw, values };
}

/** Paragraphs are made once, so that making them is not measured. */
const PARAGRAPHS = Array.from({ length: 64 }, (_, at) => new Draw(at).words(120));

export function articleRow(at: number): ContentRow {
  const { draw, values } = drawArticle(at);
  const block = () => {
    const text = PARAGRAPHS[draw.below(PARAGRAPHS.length)];
    return { _type: "block", _key: "k", children: [{ _type: "span", text }] };
  };
  const payload = {
    ...values,
    author: { documentId: draw.hex(32) },
    body: { en: [block(), block()] },
  };
  const time = FIRST_DAY + at * 1000;
  return {
    id: `${draw.hex(8)}-${draw.hex(4)}-4${draw.hex(3)}-8${draw.hex(3)}-${draw.hex(12)}`,
    version: 1,
    status: "published",
    createdAt: time,
    updatedAt: time,
    publishedAt: time,
    payload: JSON.stringify(payload),
  };
}

/** Makes the given number of articles while they are read. */
export const articles = (count: number): RowSource =>
  async function* () {
    for (let from = 0; from < count; from += 500)
      yield Array.from({ length: Math.min(500, count - from) }, (_, at) => articleRow(from + at));
  };
