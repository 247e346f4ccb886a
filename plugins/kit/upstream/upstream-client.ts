import { Readable } from "node:stream";
import {
  ANY_NETWORK,
  GuardedFetchError,
  guardedFetch,
  PUBLIC_NETWORK,
} from "../../../runtime/http/guarded-fetch/index.js";
import { type Failure, ProviderError, type ProviderErrorOptions } from "../provider-error.js";
import { fetchUpstream } from "./fetch-upstream.js";
import { jsonBody } from "./json-body.js";
import { type FormPart, multipart } from "./multipart.js";
import { retryAfterMs } from "./retry-after.js";

/** The answer of an upstream that refused. */
export interface Refusal {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of a body that is no JSON. */
  body: unknown;
}

/** The meaning of a refusal that its status does not tell. */
export interface Meaning extends ProviderErrorOptions {
  failure: Failure;
  message?: string;
}

export interface UpstreamOptions {
  /** The name of the upstream in messages. */
  name: string;
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** True if redirects may lead to private addresses, as the operator's base URL always may. */
  allowsPrivate?: boolean;
  /** Returns the meaning of a refusal; null if its status tells it. */
  meaningOf?(refusal: Refusal): Meaning | null;
}

export interface UpstreamRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** A value that is sent as JSON; a `Base64File` in it is read while it is sent. */
  json?: unknown;
  /** The parts of a body of multipart/form-data. */
  parts?: readonly FormPart[];
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** The most bytes of a body that is read as JSON. It is large because pictures come as base64 in it. */
const MAX_JSON_BYTES = 64 * 2 ** 20;
const MAX_ERROR_BYTES = 65_536;
const MAX_TOLD = 500;
const MAX_REDIRECTS = 3;
/** The longest call that was given no signal, such as one that cancels a job. */
const UNBOUNDED_MS = 300_000;
const NEVER = new AbortController().signal;

/** The codes of connections that were not made, so that nothing was sent. */
const NOT_CONNECTED = [
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
];

/**
 * A thin client of an upstream's documented protocol. It tries once, and sends its key to no other origin
 * (rules/models 40). Failures are ProviderErrors: a connection that broke after the request was sent is a
 * `timeout`, because nobody knows whether the upstream has received it.
 */
export class UpstreamClient {
  readonly #options: UpstreamOptions;
  readonly #base: URL;

  constructor(options: UpstreamOptions) {
    this.#options = options;
    this.#base = new URL(options.baseUrl.endsWith("/") ? options.baseUrl : `${options.baseUrl}/`);
  }

  get origin(): string {
    return this.#base.origin;
  }

  /** Returns the address of a path below the base. Throws for a whole address of another origin. */
  url(path: string): URL {
    if (!/^https?:/.test(path)) return new URL(path.replace(/^\/+/, ""), this.#base);
    const given = new URL(path);
    if (given.origin !== this.#base.origin)
      throw new ProviderError("unknown", `${this.#options.name} answered with an address of another host.`);
    return given;
  }

  isOwn(address: unknown): address is string {
    return (
      typeof address === "string" && URL.canParse(address) && new URL(address).origin === this.#base.origin
    );
  }

  async json(path: string, request: UpstreamRequest = {}): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.send(path, request);
    const text = await this.#read(response, MAX_JSON_BYTES);
    const body = parse(text);
    if (typeof body !== "object" || body === null)
      throw new ProviderError("unknown", `${this.#options.name} did not answer with JSON.`);
    return body as Record<string, unknown>;
  }

  /** Returns the stream of an answer, with the content type that the upstream says. */
  async bytes(path: string, request: UpstreamRequest = {}): Promise<{ contentType: string; body: Readable }> {
    const over = new AbortController();
    const signal = request.signal ? AbortSignal.any([request.signal, over.signal]) : over.signal;
    const response = await this.send(path, { ...request, signal });
    const { body, headers } = response;
    if (body === null) throw new ProviderError("unknown", `${this.#options.name} answered with nothing.`);
    const contentType = headers.get("content-type")?.split(";")[0]?.trim() ?? "application/octet-stream";
    return { contentType, body: Readable.from(read(body, over), { objectMode: false }) };
  }

  /** Sends a request of whose answer nothing is read but that it is no refusal. */
  async tell(path: string, request: UpstreamRequest): Promise<void> {
    await this.#drain(await this.send(path, request));
  }

  /**
   * Resolves to an answer that is no refusal. Follows up to three redirects of a request that only reads. A
   * request that changes something is not sent on: its redirect to another host would become a read there.
   */
  async send(path: string, request: UpstreamRequest): Promise<Response> {
    let url = this.url(path);
    const { method = "GET", json, parts } = request;
    const reads = method === "GET" && json === undefined && parts === undefined;
    for (let left = MAX_REDIRECTS; ; left -= 1) {
      const response = await this.#ask(url, request);
      if (response.ok) return response;
      const to = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || to === null) throw await this.#refused(response);
      await this.#drain(response);
      if (left === 0 || !reads)
        throw new ProviderError("unknown", `${this.#options.name} redirected a request.`);
      url = new URL(to, url);
      if (url.origin !== this.#base.origin) return this.#elsewhere(url, request);
    }
  }

  /** Follows a redirect to another origin without the key, to a private network only if `allowsPrivate`. */
  async #elsewhere(url: URL, { signal = NEVER }: UpstreamRequest): Promise<Response> {
    const policy = this.#options.allowsPrivate ? ANY_NETWORK : PUBLIC_NETWORK;
    const { name } = this.#options;
    try {
      const { status, headers, body } = await guardedFetch(url.href, {
        policy,
        signal,
        maxRedirects: MAX_REDIRECTS,
      });
      if (status < 200 || status > 299) {
        body.destroy();
        throw new ProviderError(
          "unknown",
          `${name} redirected a request, and the answer there was ${status}.`,
        );
      }
      const type = headers["content-type"];
      return new Response(Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>, {
        status,
        ...(type !== undefined && { headers: { "content-type": type } }),
      });
    } catch (error) {
      if (!(error instanceof GuardedFetchError)) throw error;
      throw new ProviderError("unknown", `${name} redirected a request: ${error.message}`, { cause: error });
    }
  }

  async #ask(url: URL, { method, json, parts, headers, signal }: UpstreamRequest): Promise<Response> {
    const form = parts && multipart(parts);
    const written = json === undefined ? null : jsonBody(json);
    const streamed = form ?? (typeof written === "string" ? null : written);
    const stream = streamed?.body();
    // When the call is given up, the stream ends with an error that nobody awaits.
    stream?.on("error", () => {});
    const body = stream ?? written;
    const type = form?.contentType ?? (json === undefined ? null : "application/json");
    try {
      const request: RequestInit & { duplex: "half"; signal: AbortSignal } = {
        duplex: "half",
        method: method ?? (body === null ? "GET" : "POST"),
        headers: {
          ...(url.origin === this.#base.origin && this.#options.headers),
          ...(type !== null && { "content-type": type }),
          ...(streamed && { "content-length": String(streamed.bytes) }),
          ...headers,
        },
        // fetch also takes an iterable, and reads it while it sends; its type knows only the web's streams.
        body: body as string | null,
        redirect: "manual",
        signal: signal ?? AbortSignal.timeout(UNBOUNDED_MS),
      };
      return await fetchUpstream(url, request);
    } catch (error) {
      // A stored file that cannot be read is no fault of the upstream.
      const own = stream?.errored ?? null;
      throw own instanceof ProviderError ? own : this.#broken(error, signal);
    } finally {
      stream?.destroy();
    }
  }

  #broken(error: unknown, signal: AbortSignal | undefined): unknown {
    if (error instanceof ProviderError) return error;
    if (signal?.aborted)
      return new ProviderError("timeout", `The call to ${this.#options.name} was given up.`, {
        cause: error,
      });
    const { code = "" } = ((error as Error).cause ?? {}) as { code?: string };
    const { name } = this.#options;
    return NOT_CONNECTED.includes(code)
      ? new ProviderError("provider_unavailable", `${name} cannot be reached.`, { cause: error })
      : new ProviderError("timeout", `The connection to ${name} broke before it had answered.`, {
          cause: error,
        });
  }

  async #refused(response: Response): Promise<ProviderError> {
    const { name, meaningOf } = this.#options;
    const { status, headers } = response;
    const text = await this.#read(response, MAX_ERROR_BYTES).catch(() => "");
    const body = parse(text) ?? text;
    const meaning = meaningOf?.({ status, headers, body }) ?? { failure: failureOf(status) };
    const { failure, message, ...options } = meaning;
    const said = message ?? sentenceOf(body);
    const wait = retryAfterMs(headers);
    return new ProviderError(
      failure,
      `${name} refused (${status})${said === "" ? "" : `: ${said.slice(0, MAX_TOLD)}`}`,
      {
        ...(wait !== undefined && { retryAfterMs: wait }),
        ...options,
      },
    );
  }

  /** Reads an answer that nobody needs, so that its connection is free again; a long one is broken off. */
  async #drain(response: Response): Promise<void> {
    await this.#read(response, MAX_ERROR_BYTES).catch(() => "");
  }

  async #read(response: Response, limit: number): Promise<string> {
    const chunks: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const chunk of response.body ?? []) {
        size += chunk.byteLength;
        if (size > limit)
          throw new ProviderError("unknown", `${this.#options.name} answered with more than ${limit} bytes.`);
        chunks.push(chunk);
      }
    } catch (error) {
      throw this.#broken(error, undefined);
    }
    return Buffer.concat(chunks).toString("utf8");
  }
}

/** Reads a body. A reader that stops early aborts the request; a cancel would leave a rejection unhandled. */
async function* read(body: ReadableStream<Uint8Array>, over: AbortController): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    over.abort();
  }
}

function failureOf(status: number): Failure {
  if (status === 401 || status === 403) return "provider_auth";
  if (status === 402) return "provider_balance";
  if (status === 408 || status === 504) return "timeout";
  if (status === 429) return "rate_limited";
  if (status >= 500) return "provider_unavailable";
  return status === 404 || status === 410 ? "unknown" : "invalid_params";
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the sentence in an error's body, in whichever field the upstream put it; empty without one. */
export function sentenceOf(body: unknown): string {
  if (typeof body === "string") return body.trim().startsWith("<") ? "" : body.trim();
  if (Array.isArray(body))
    return body
      .map(sentenceOf)
      .filter((text) => text !== "")
      .join("; ");
  if (typeof body !== "object" || body === null) return "";
  const fields = body as Readonly<Record<string, unknown>>;
  for (const key of ["message", "msg", "detail", "error", "title"]) {
    const text = sentenceOf(fields[key]);
    if (text !== "") return text;
  }
  return "";
}
