export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Of a route that takes nothing. */
export type NoParams = Record<string, never>;

/** A route of the API. The types are what it takes, what it answers, and what its pages list. */
export interface Operation<Params, Result, Item = never> {
  readonly method: Method;
  /** With `{name}` where a parameter stands. */
  readonly path: string;
  /** Parameters of a writing route that stand in the query. */
  readonly query?: readonly string[];
  /** Takes an `Idempotency-Key`. */
  readonly isIdempotent?: boolean;
  /** The field of the answer that lists, where the route answers pages. */
  readonly items?: string;
  /** Types only: never there. */
  readonly types?: { params: Params; result: Result; item: Item };
}

/** How a request is sent. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Instead of one that the client makes, so that a process that starts again repeats the same request. */
  idempotencyKey?: string | undefined;
  /** Of this request only. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** A request as it goes out. */
export interface Shaped {
  path: string;
  body: string | undefined;
}

/** Where each parameter of a route goes: path, query or body. Throws a TypeError where one of the path is missing. */
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
