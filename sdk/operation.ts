export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parameters of a route that takes none. */
export type NoParams = Record<string, never>;

/** A route of the API. Its type parameters are its parameters, its answer, and the items of its pages. */
export interface Operation<Params, Result, Item = never> {
  readonly method: Method;
  /** The path, with `{name}` in place of a parameter. */
  readonly path: string;
  /** Names of the parameters that a writing route takes in the query. */
  readonly query?: readonly string[];
  /** The route takes an `Idempotency-Key`. */
  readonly isIdempotent?: boolean;
  /** The field of the answer that contains the items, if the route answers pages. */
  readonly items?: string;
  /** Carries the types only and has no value. */
  readonly types?: { params: Params; result: Result; item: Item };
}

/** The options of a call. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The key to send instead of a random one, so that a restarted process can repeat the same request. */
  idempotencyKey?: string | undefined;
  /** Further headers of this request. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** The path and body of a request. */
export interface Shaped {
  path: string;
  body: string | undefined;
}

/**
 * Puts the parameters of a route into path, query and body. Throws a TypeError if a parameter of the path is
 * missing.
 */
export function shape(
  { method, path, query = [] }: Operation<never, unknown>,
  params: Readonly<Record<string, unknown>>,
): Shaped {
  const rest = new Map(Object.entries(params).filter(([, value]) => value !== undefined));
  const text = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    if (value === undefined || value === null || value === "") throw new TypeError(`${name} is missing.`);
    return encodeURIComponent(text(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of rest) {
    if (method !== "GET" && !query.includes(name)) continue;
    search.set(name, text(value));
    rest.delete(name);
  }
  const asked = search.toString();
  return {
    path: asked === "" ? filled : `${filled}?${asked}`,
    body: method === "GET" || rest.size === 0 ? undefined : JSON.stringify(Object.fromEntries(rest)),
  };
}
