import { LRUCache } from "lru-cache";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { Perspective } from "../../content/index.js";
import type { ReadInput } from "../query/parse-query.js";
import { refusal } from "../query/refusal.js";

/** Documents of a page (rules/delivery 24). */
const PAGE = { default: 20, max: 100 };
/** Far above what a filter needs; a longer one never reaches a parser. */
const MAX_WHERE = 20_000;
const WHOLE = /^(0|[1-9]\d{0,15})$/;

/** The value of a parameter that may be given once; an empty one counts as given. */
function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) throw refusal(`${name}: may be given only once.`);
  return values[0];
}

function whole(
  query: URLSearchParams,
  name: string,
  range: { min: number; max: number },
): number | undefined {
  const text = single(query, name);
  if (text === undefined) return undefined;
  const value = WHOLE.test(text) ? Number(text) : Number.NaN;
  if (value >= range.min && value <= range.max) return value;
  const to = range.max === Number.MAX_SAFE_INTEGER ? "" : ` to ${range.max}`;
  throw refusal(`${name}: must be a whole number from ${range.min}${to}.`);
}

/** `a,b` as the wire has lists; nothing when the parameter is not there. An empty item is refused where it is used. */
export const splitList = (text: string | undefined): string[] | undefined =>
  text?.split(",").map((item) => item.trim());

/** What is asked for, nothing when the parameter is not there. */
export function readPerspective(query: URLSearchParams): Perspective | undefined {
  const asked = single(query, "perspective");
  if (asked !== undefined && asked !== "drafts" && asked !== "published")
    throw refusal(`perspective: there is no "${asked}"; there are drafts and published.`);
  return asked;
}

/** What the parameters of a request say. */
export interface ReadParameters<Input> {
  input: Input;
  /** Nothing when it is not asked for. */
  perspective: Perspective | undefined;
}

/** How documents are read: `select`, `expand`, `expandDepth`, `locale`. */
function readInput(query: URLSearchParams): ReadInput {
  return {
    select: splitList(single(query, "select")),
    expand: splitList(single(query, "expand")),
    expandDepth: whole(query, "expandDepth", { min: 1, max: 2 }),
    locale: single(query, "locale"),
  };
}

export type ListInput = ReturnType<typeof readListInput>;

/** How a single document is read; `way` tells different ways apart. */
export interface SingleInput {
  input: ReadInput;
  way: string;
}

/** By the query as it is written: of thousands of documents, readers ask in the same few ways. */
const singles = new LRUCache<string, ReadParameters<SingleInput>>({ max: 500, maxSize: 2 ** 18 });

export function readSingleParameters(request: EdgeRequest): ReadParameters<SingleInput> {
  const { url = "" } = request.req;
  const text = url.includes("?") ? url.slice(url.indexOf("?")) : "";
  const known = singles.get(text);
  if (known !== undefined) return known;
  const { query } = request;
  const input = readInput(query);
  const read = { input: { input, way: JSON.stringify(input) }, perspective: readPerspective(query) };
  singles.set(text, read, { size: text.length + 100 });
  return read;
}

export const readListParameters = ({ query }: Pick<EdgeRequest, "query">): ReadParameters<ListInput> => ({
  input: readListInput(query),
  perspective: readPerspective(query),
});

/** What else a list asks for. */
function readListInput(query: URLSearchParams) {
  const type = single(query, "type");
  if (type === undefined || type === "") throw refusal("type is required.");
  const max = Number.MAX_SAFE_INTEGER;
  return {
    ...readInput(query),
    type,
    where: readWhere(single(query, "where")),
    sort: splitList(single(query, "sort")),
    limit: whole(query, "limit", { min: 1, max: PAGE.max }) ?? PAGE.default,
    offset: whole(query, "offset", { min: 0, max }) ?? 0,
  };
}

function readWhere(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  if (text.length > MAX_WHERE) throw refusal(`where: at most ${MAX_WHERE} characters.`);
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('where: must be JSON, as in {"title":{"eq":"Kiln"}}.');
  }
}
