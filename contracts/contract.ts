import { z } from "zod";
import type { Access, Scope, ScopeArea } from "./scopes.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: anybody, a signed-in account or key, the cookie only, an operator, or only other services. */
export type Audience = "public" | "account" | "session" | "operator" | "internal";

/** How the gateway asks for a list of any length: see `piece` in pagination.ts. */
export interface PiecesOf {
  /** The member of the answer that is the list. */
  list: string;
  contract: Contract;
}

export interface RestRoute {
  method: Method;
  /** `:name` segments are parameters of the contract with the same name. */
  path: string;
  /** Parameters of a writing method that are read from the query too. */
  query?: readonly string[];
  /** The parameter that a version in `If-Match` is, where the body does not name one. */
  ifMatch?: string;
  /**
   * `json` by default; `html` results are `{ html }`, `redirect` results `{ location }`. `document` results are
   * `{ json }`, or `{ document: { contentType, text } }`, of which either leaves without what is around it. `events` are
   * streamed by a raw route; the result is the data of one.
   */
  respond?: "json" | "html" | "redirect" | "document" | "events";
  /** Content types of documents, for the reference. */
  documents?: readonly string[];
  /**
   * `form` also takes application/x-www-form-urlencoded, for pages without scripts. `raw` takes any text and passes
   * it on untouched, as `{ payload, headers }`, for senders that sign their bytes.
   */
  accept?: "json" | "form" | "raw";
  /** Answered in the gateway's own process, since it may take longer than a call between services (15 s). */
  edge?: true;
  /** Of a public route: its callers wait in a line of this name, and not in that of all strangers. */
  line?: string;
  /** A request without `limit` is answered with all rows, which this contract gives a piece at a time. */
  pieces?: PiecesOf;
  /** Its answer may have megabytes: a caller's are made a few at a time, whatever their size. */
  long?: true;
  /** Costs so much processor time that nothing is begun for a caller who has left: the action's signal tells. */
  costly?: true;
}

/** What an agent's client is told of the tool that a plugin's contract becomes. */
export interface ToolHints {
  title: string;
  /** It removes or replaces something; by default a DELETE does. */
  destructive?: boolean;
  /** A repeat changes nothing more; by default all but POST and PATCH. */
  idempotent?: boolean;
  /** It reaches beyond this service. */
  openWorld?: boolean;
}

export interface ContractOptions<P extends z.ZodType, R extends z.ZodType> {
  /** `<area>.<verb>`: the action's name between services. */
  name: `${string}.${string}`;
  description: string;
  params: P;
  result: R;
  audience: Audience;
  rest?: RestRoute;
  /** Area of the scope that opens the route; access follows from the method. */
  area?: ScopeArea;
  /** Reading needs no write access and stays open to suspended accounts. By default: whether it is a GET. */
  effect?: "read" | "write";
  /** Spends credits, or prices what would: refused to unverified accounts where verification is on. */
  spends?: boolean;
  /** Honours `Idempotency-Key` (rules/edge 29). */
  idempotent?: boolean;
  /** Of a plugin's contract: how agents see it. Ours have tools that are written by hand. */
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
/** What a caller passes: defaults may be left out. */
export type InputOf<C> = C extends Contract<infer P, z.ZodType> ? z.input<P> : never;
export type ResultOf<C> = C extends Contract<z.ZodType, infer R> ? z.infer<R> : never;

/**
 * One promise across a boundary. From it come validation, types, the REST route, OpenAPI,
 * the agent tool's input schema and the typed call.
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

/** A mistyped field costs money or data: a body brings only what its route knows (rules/edge 18). Queries may bring more. */
const refusesUnknown = (rest: RestRoute | undefined): boolean =>
  rest !== undefined && rest.method !== "GET" && rest.path.startsWith("/v1/");

/** Objects further inside are declared as strict or loose where they stand. */
export const withoutUnknown = <P extends z.ZodType>(params: P): P =>
  params instanceof z.ZodObject && params.def.catchall === undefined
    ? (params.strict() as z.ZodType as P)
    : params;

/** The names in a route's path. */
export const pathNames = (path: string): string[] =>
  [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "");

export const ok = z.strictObject({ ok: z.literal(true) });
