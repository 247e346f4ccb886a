import { CATEGORIES, Draw, MAX_VIEWS } from "../content/articles.js";
import { article } from "./site.js";

/** One question in the forms of Kiln and of the hand-written server. */
export interface Asked {
  /** Parameters of the list of articles, the id of a single article, or variables of the GraphQL query. */
  kiln: { list: Record<string, string> } | { id: string; select: string } | { variables: object };
  /** Address on the hand-written server. */
  plain: string;
}

export interface Question {
  name: string;
  /** Returns the question of that number in the row. Different numbers give different questions. */
  ask(number: number, count: number): Asked;
  /** Least number of articles for which the question is measured. */
  from?: number;
}

const FIELDS = "title,slug,category,views,featured,date,author,topic,body".split(",");
const SYSTEM = "_id,_type,_status,_createdAt,_updatedAt,_publishedAt".split(",");

/**
 * Returns all fields, written in many ways: system fields are always delivered, and naming them changes only the text of the
 * question. So a question asks for the same work, and its answer was never given before.
 */
const selectOf = (number: number): string =>
  [...FIELDS, ...SYSTEM.filter((_name, at) => (number >> at) & 1)].join(",");
const VARIANTS = 2 ** SYSTEM.length;

const drawOf = (number: number): Draw => new Draw(Math.imul(number + 1, 0x9e3779b1) >>> 0);

const plain = (path: string, parameters: object): string =>
  `${path}?${new URLSearchParams(parameters as Record<string, string>).toString()}`;

/** Makes a list that differs by its parameters and by the way in which its fields are named. */
function list(
  number: number,
  parameters: { where?: object; sort?: string; offset?: number; locale?: string; expand?: string },
  address: string,
): Asked {
  const { where, offset, ...rest } = parameters;
  return {
    kiln: {
      list: {
        type: "article",
        ...rest,
        ...(where && { where: JSON.stringify(where) }),
        ...(offset && { offset: String(offset) }),
        select: selectOf(number),
      },
    },
    plain: address,
  };
}

/** Returns one of 256 offsets near a place. There are 64 ways to name the fields. */
const near = (number: number): number => Math.floor(number / VARIANTS) % 256;

const twoConditions = (number: number, expand: { expand?: string }): Asked => {
  const draw = drawOf(number);
  const category = `category-${draw.below(CATEGORIES)}`;
  const views = draw.below(MAX_VIEWS);
  const where = { category: { eq: category }, views: { gte: views } };
  return list(
    number,
    { where, sort: "-date", ...expand },
    plain("/two-conditions", { category, views, ...expand }),
  );
};

export const QUESTIONS: readonly Question[] = [
  {
    name: "by id",
    ask(number, count) {
      const { id } = article(drawOf(number).below(count));
      return { kiln: { id, select: selectOf(number) }, plain: plain("/one", { id }) };
    },
  },
  {
    name: "newest 20, total",
    ask: (number) => list(number, { offset: near(number) }, plain("/newest", { offset: near(number) })),
  },
  { name: "two conditions, sort, total", ask: (number) => twoConditions(number, {}) },
  {
    name: "the same, two references expanded",
    ask: (number) => twoConditions(number, { expand: "author,topic" }),
  },
  {
    name: "contains in title, total",
    ask(number) {
      const text = drawOf(number).words(2);
      return list(number, { where: { title: { contains: text } } }, plain("/contains", { text }));
    },
  },
  {
    name: "offset 5,000",
    ask(number) {
      const offset = 5000 - near(number);
      return list(number, { offset }, plain("/newest", { offset }));
    },
  },
  {
    name: "offset N/2, sort by views",
    ask(number, count) {
      const offset = count / 2 - near(number);
      return list(number, { sort: "-views", offset }, plain("/by-views", { offset }));
    },
  },
  {
    name: "two-key sort",
    ask(number) {
      const offset = near(number);
      return list(number, { sort: "category,-views", offset }, plain("/two-keys", { offset }));
    },
  },
  {
    name: "or",
    ask(number) {
      const draw = drawOf(number);
      const category = `category-${draw.below(CATEGORIES)}`;
      const views = draw.below(1000);
      const where = { or: [{ category: { eq: category } }, { views: { lt: views } }] };
      return list(number, { where, sort: "-views" }, plain("/or", { category, views }));
    },
  },
  {
    name: "localized with fallback",
    ask(number) {
      const from = `Ein ${drawOf(number).word()}`;
      const offset = near(number) % 32;
      const where = { title: { gte: from } };
      const parameters = { where, sort: "title", locale: "de", offset };
      return list(number, parameters, plain("/localized", { from, locale: "de", offset }));
    },
  },
  {
    name: "GraphQL, two references, total",
    ask(number) {
      const offset = near(number);
      // A variable that the query does not have makes its answers different.
      return { kiln: { variables: { offset, number } }, plain: plain("/for-page", { offset, expand: "1" }) };
    },
  },
];

/** GraphQL query for the fields that a page would show, with both references and theirs. */
export const QUERY = `query Newest($offset: Int) { allArticle(limit: 20, offset: $offset) { total items {
  _id _publishedAt title slug category views featured date body
  author { _id _publishedAt name about } topic { _id _publishedAt name about } } } }`;
