import { type GraphqlError, KilnError } from "./kiln-error.js";

/** Where a project's content is read. */
export interface ConnectionOptions {
  /** Of the server: `https://kiln.example.com`. */
  url: string;
  projectId: string;
  /** A delivery token (`svc_ct_…`). One of mode preview belongs on a server, not in a page. */
  token: string;
  /** Default: the global one. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * Answers of `list`, `get` and `types` to keep in memory. The server is still asked each time, and says with 304
   * that nothing changed. Default: 0.
   */
  cacheSize?: number | undefined;
}

interface Sending {
  /** Posted as JSON; nothing: a GET. */
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/** Sends the requests of a project. Everything it throws but a signal's reason is a KilnError. */
export class Connection {
  readonly #options: ConnectionOptions;
  readonly #base: string;
  /** Bodies by path, the least recently used first. */
  readonly #kept = new Map<string, { etag: string; text: string }>();
  /** Whether the server has answered for this project and token. */
  #isProven = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.#base = `${options.url.replace(/\/+$/, "")}/v1/content/${options.projectId}`;
  }

  /** Throws when address, project or token are wrong, which a document that is not found alone does not tell. */
  async prove(signal: AbortSignal | undefined): Promise<void> {
    if (!this.#isProven) await this.send("/types", { signal });
  }

  /** The JSON of an answer. */
  async send(path: string, { body, signal }: Sending = {}): Promise<unknown> {
    const kept = body === undefined ? this.#kept.get(path) : undefined;
    const { status, etag, text } = await this.#exchange(path, {
      headers: {
        authorization: `Bearer ${this.#options.token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(kept !== undefined && { "if-none-match": kept.etag }),
      },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (status === 304 && kept !== undefined) {
      this.#keep(path, kept);
      return JSON.parse(kept.text);
    }
    const content = parse(text, status);
    if (status < 200 || status > 299 || hasErrors(content)) throw errorOf(content, status);
    this.#isProven = true;
    if (body === undefined && etag !== null) this.#keep(path, { etag, text });
    return content;
  }

  async #exchange(
    path: string,
    init: RequestInit,
  ): Promise<{ status: number; etag: string | null; text: string }> {
    const send = this.#options.fetch ?? fetch;
    try {
      const response = await send(this.#base + path, init);
      return { status: response.status, etag: response.headers.get("etag"), text: await response.text() };
    } catch (cause) {
      if (init.signal?.aborted === true) throw cause;
      const { url } = this.#options;
      const message = /^https?:\/\//i.test(url)
        ? `No answer from ${url}.`
        : `url must begin with http:// or https://, not "${url}".`;
      throw new KilnError(message, { status: 0, code: "unreachable", cause });
    }
  }

  #keep(path: string, answer: { etag: string; text: string }): void {
    const { cacheSize = 0 } = this.#options;
    this.#kept.delete(path);
    if (cacheSize > 0) this.#kept.set(path, answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= cacheSize) break;
      this.#kept.delete(oldest);
    }
  }
}

function parse(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KilnError("The answer is not Kiln's: no JSON.", { status, code: "invalid_response", cause });
  }
}

interface Failure {
  error?: { code?: string; message?: string };
  errors?: readonly GraphqlError[];
}

const hasErrors = (content: unknown): content is Failure =>
  typeof content === "object" && content !== null && "errors" in content;

function errorOf(content: unknown, status: number): KilnError {
  const { error, errors = [] } = (content ?? {}) as Failure;
  const [first] = errors;
  const message = error?.message ?? first?.message ?? `The server answered ${status}.`;
  const code = error?.code ?? first?.extensions?.code ?? "invalid_response";
  return new KilnError(message, { status, code, errors });
}
