import { z } from "zod";
import type { Access, Scope, ScopeArea } from "./scopes.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Callers whom a contract admits: anybody, a signed-in account or key, the session cookie only, an operator,
 * or only other services.
 */
export type Audience = "public" | "account" | "session" | "operator" | "internal";

/**
 * The contract by which the gateway reads a list of any length in pieces (`pieceAsked` and `pieceTold` in
 * pagination.ts).
 */
export interface PiecesOf {
  /** Name of the answer's member that holds the list. */
  list: string;
  contract: Contract;
}

export interface RestRoute {
  method: Method;
  /** Path of the route; its `:name` segments are parameters of the contract with the same names. */
  path: string;
  /** Parameters of a writing method that are read from the query too. */
  query?: readonly string[];
  /** Parameter that takes the version of an `If-Match` header when the body does not name one. */
  ifMatch?: string;
  /**
   * Form of the answer, by default `json`. An `html` result is `{ html }`, a `redirect` result is `{ location
   * }`. A `document` result is `{ json }` or `{ document: { contentType, text } }`, and only the value inside
   * is sent. `events` are streamed by a raw route, and the result describes the data of one event.
   */
  respond?: "json" | "html" | "redirect" | "document" | "events";
  /** Content types of documents, for the API reference. */
  documents?: readonly string[];
  /**
   * Form of the body, by default `json`. `form` also takes application/x-www-form-urlencoded, for pages
   * without scripts. `raw` takes any text and passes it on untouched as `{ payload, headers }`, for senders
   * that sign their bytes.
   */
  accept?: "json" | "form" | "raw";
  /**
   * Set on a route that the gateway's own process answers, because it may take longer than a call between
   * services (15 s).
   */
  edge?: true;
  /**
   * Name under which all requests of this route without an account take turns with those of accounts. Without it they take turns
   * under one name with the requests of all other anonymous callers.
   */
  caller?: string;
  /**
   * Contract that reads the list in pieces; a request without `limit` is answered with all rows that it
   * gives.
   */
  pieces?: PiecesOf;
  /**
   * Set on a route whose answer may have megabytes: a caller's answers are made a few at a time, whatever
   * their size.
   */
  long?: true;
  /**
   * Set on a route that takes so much processor time that no step of it begins for a caller who has left; the
   * action's signal tells.
   */
  costly?: true;
}

/** Hints for agents' clients about the tool that is made from a plugin's contract. */
export interface ToolHints {
  title: string;
  /** True for a tool that removes or replaces something; default: true for a DELETE. */
  destructive?: boolean;
  /** True for a tool whose repetition changes nothing more; default: true except for POST and PATCH. */
  idempotent?: boolean;
  /** True for a tool that reaches beyond this service. */
  openWorld?: boolean;
}

export interface ContractOptions<P extends z.ZodType, R extends z.ZodType> {
  /** Name of the action between services: `<area>.<verb>`. */
  name: `${string}.${string}`;
  description: string;
  params: P;
  result: R;
  audience: Audience;
  rest?: RestRoute;
  /** Area of the scope that opens the route; read or write access follows from the method. */
  area?: ScopeArea;
  /**
   * Effect of the action; an action that reads needs no write access and stays open to suspended accounts.
   * Default: `read` for a GET and without a route, `write` otherwise.
   */
  effect?: "read" | "write";
  /**
   * True for an action that spends credits or prices such work; it is refused to unverified accounts where
   * verification is on.
   */
  spends?: boolean;
  /** True for an action that honours `Idempotency-Key` (rules/edge 29). */
  idempotent?: boolean;
  /** Hints for the agents' tool of a plugin's contract. Kiln's own tools are written by hand. */
  tool?: ToolHints;
}

export interface Contract<
  P extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends ContractOptions<P, R> {
  effect: "read" | "write";
  scope: Scope | null;
}

export type ParamsOf<C> = C extends Contract<infer P, z.ZodType> ? z.infer<P> : never;
/** Parameters as a caller passes them: those with a default may be left out. */
export type InputOf<C> = C extends Contract<infer P, z.ZodType> ? z.input<P> : never;
export type ResultOf<C> = C extends Contract<z.ZodType, infer R> ? z.infer<R> : never;

/**
 * Declares one action across a boundary. Validation, types, the REST route, OpenAPI, the agent tool's input
 * schema and the typed call are made from it.
 */
export function contract<P extends z.ZodType, R extends z.ZodType>(
  options: ContractOptions<P, R>,
): Contract<P, R> {
  const effect =
    options.effect ?? (options.rest === undefined || options.rest.method === "GET" ? "read" : "write");
  const access: Access = effect === "read" && (options.rest?.method ?? "GET") === "GET" ? "read" : "rw";
  return {
    ...options,
    params: refusesUnknown(options.rest) ? withoutUnknown(options.params) : options.params,
    effect,
    scope: options.area === undefined ? null : `${options.area}:${access}`,
  };
}

/**
 * Returns true when the route refuses unknown fields of the body (rules/edge 18), since a mistyped field
 * costs money or data. Queries may have unknown keys.
 */
const refusesUnknown = (rest: RestRoute | undefined): boolean =>
  rest !== undefined && rest.method !== "GET" && rest.path.startsWith("/v1/");

/** Makes the top level of the params strict; nested objects are strict or loose as they are declared. */
export const withoutUnknown = <P extends z.ZodType>(params: P): P =>
  params instanceof z.ZodObject && params.def.catchall === undefined
    ? (params.strict() as z.ZodType as P)
    : params;

/** Returns the parameter names in a route's path. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");

export const ok = z.strictObject({ ok: z.literal(true) });
