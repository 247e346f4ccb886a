import { z } from "zod";
import type { Access, Scope, ScopeArea } from "./scopes.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Who may call: anybody, a signed-in account or key, the cookie only, an operator, or only other services. */
export type Audience = "public" | "account" | "session" | "operator" | "internal";

export interface RestRoute {
  method: Method;
  /** `:name` segments are parameters of the contract with the same name. */
  path: string;
  /** Parameters of a writing method that are read from the query too. */
  query?: readonly string[];
  /** `json` by default; `html` results are `{ html }`, `redirect` results `{ location }`. */
  respond?: "json" | "html" | "redirect";
  /**
   * `form` also takes application/x-www-form-urlencoded, for pages without scripts. `raw` takes any text and passes
   * it on untouched, as `{ payload, headers }`, for senders that sign their bytes.
   */
  accept?: "json" | "form" | "raw";
  /** Answered in the gateway's own process, since it may take longer than a call between services (15 s). */
  edge?: true;
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
  /** Spends credits: refused to unverified accounts where verification is on. */
  spends?: boolean;
  /** Honours `Idempotency-Key` (decisions 2). */
  idempotent?: boolean;
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
  return { ...options, effect, scope: options.area === undefined ? null : `${options.area}:${access}` };
}

export const ok = z.strictObject({ ok: z.literal(true) });
