import { InvalidResponseError, UnreachableError } from "./kiln-error.js";
import { type CallOptions, type Operation, shape } from "./operation.js";
import { randomKey } from "./random-key.js";
import { readError } from "./read-error.js";
import { type Fetch, type RetryOptions, retryingFetch } from "./retrying-fetch.js";

export interface ConnectionOptions extends RetryOptions {
  /**
   * The address of the server, such as `https://kiln.example.com`, or `location.origin` in a page of the
   * server.
   */
  url: string;
  /**
   * A secret key (`svc_sk_…`), or a function that returns it. A page of the server itself needs none, because
   * the session's cookie is sent. A key belongs on a server, never in a page.
   */
  key?: string | (() => string | Promise<string>) | undefined;
}

/**
 * Sends requests to a server. It throws a KilnError, the reason of an aborted signal, or a TypeError for a
 * missing parameter.
 */
export class Connection {
  readonly url: string;
  readonly #options: ConnectionOptions;
  readonly #fetch: Fetch;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.url = options.url.replace(/\/+$/, "");
    this.#fetch = retryingFetch(options);
  }

  /** Calls a route and returns the body of its answer. */
  async call<Params, Result>(
    operation: Operation<Params, Result, unknown>,
    params: Params,
    { signal, idempotencyKey, headers = {} }: CallOptions = {},
  ): Promise<Result> {
    const { path, body } = shape(operation as Operation<never, unknown>, params as Record<string, unknown>);
    const key = operation.isIdempotent ? (idempotencyKey ?? randomKey()) : undefined;
    const response = await this.send(path, {
      method: operation.method,
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key !== undefined && { "idempotency-key": key }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    });
    return (await readBody(response)) as Result;
  }

  /** Sends a request to a path, and repeats it where that is safe. Throws unless the answer is successful. */
  async send(path: string, init: RequestInit, send: Fetch = this.#fetch): Promise<Response> {
    const { key } = this.#options;
    const bearer = typeof key === "function" ? await key() : key;
    const headers = new Headers(init.headers);
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
    const credentials = bearer === undefined ? "same-origin" : "omit";
    const response = await reach(
      () => send(this.url + path, { credentials, ...init, headers }),
      this.url,
      init.signal,
    );
    if (response.ok) return response;
    throw readError(response, await response.text().catch(() => ""));
  }

  /** Sends a request once, without repeating it. */
  once(path: string, init: RequestInit): Promise<Response> {
    return this.send(path, init, this.#options.fetch ?? globalThis.fetch);
  }
}

async function reach<Got>(get: () => Promise<Got>, url: string, signal?: AbortSignal | null): Promise<Got> {
  try {
    return await get();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new UnreachableError(`No answer from ${url}.`, { status: 0, code: "unreachable", cause });
  }
}

async function readBody(response: Response): Promise<unknown> {
  const { status } = response;
  const text = await reach(() => response.text(), response.url);
  if (!response.headers.get("content-type")?.startsWith("application/json")) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    const code = "invalid_response";
    throw new InvalidResponseError("The answer is no JSON.", { status, code, cause });
  }
}
