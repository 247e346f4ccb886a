import { LRUCache } from "lru-cache";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { Perspective } from "../../content/index.js";
import type { ReadInput } from "../query/parse-query.js";
import { refusal } from "../query/refusal.js";

/** The number of documents in a page (rules/delivery 24). */
const PAGE = { default: 20, max: 100 };
/** The characters that a filter may have, far above its need. A longer filter never reaches a parser. */
const MAX_WHERE = 20_000;
const WHOLE = /^(0|[1-9]\d{0,15})$/;

/** Returns the value of a parameter that may be given once. An empty value counts as given. */
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

/**
 * Splits a list that is written as `a,b`; returns undefined when the parameter is missing. An empty item is
 * refused where the list is used.
 */
export const splitList = (text: string | undefined): string[] | undefined =>
  text?.split(",").map((item) => item.trim());

/** Returns the perspective that a request asks for, or undefined when the parameter is missing. */
export function readPerspective(query: URLSearchParams): Perspective | undefined {
  const asked = single(query, "perspective");
  if (asked !== undefined && asked !== "drafts" && asked !== "published")
    throw refusal(`perspective: there is no "${asked}"; there are drafts and published.`);
  return asked;
}

/** The parsed parameters of a request. */
export interface ReadParameters<Input> {
  input: Input;
  /** The perspective that the request asks for; undefined when it names none. */
  perspective: Perspective | undefined;
}

/** Reads the parameters that every read of documents has: `select`, `expand`, `expandDepth`, `locale`. */
function readInput(query: URLSearchParams): ReadInput {
  return {
    select: splitList(single(query, "select")),
    expand: splitList(single(query, "expand")),
    expandDepth: whole(query, "expandDepth", { min: 1, max: 2 }),
    locale: single(query, "locale"),
  };
}

export type ListInput = ReturnType<typeof readListInput>;

/** The parameters of a read of a single document; `way` is the input as JSON, which identifies it. */
export interface SingleInput {
  input: ReadInput;
  way: string;
}

/** Parsed parameters by the query string, of which few serve thousands of documents. */
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

/** Reads the parameters of a list, with those that every read has. */
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
