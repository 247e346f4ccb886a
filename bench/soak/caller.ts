import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Journal } from "./journal.js";
import type { RoundRobin } from "./proxy.js";

const PATIENCE_MS = 120_000;
/** Pause of a caller without an answer before it asks again. */
const PAUSE_MS = 1000;

export interface Ask {
  /** Kind of the load, for the figures. */
  kind: string;
  method?: string;
  /** Path, or a whole URL at the proxy. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Body that is sent as JSON, or unchanged when it is bytes. */
  body?: unknown;
  /** Statuses that are right beside 200. */
  expected?: readonly number[];
}

/** Answer to a request. `outcome` is `unknown` without an answer or with a refusal, since the work may have been done. */
export interface Reply<Body> {
  outcome: "answered" | "unknown";
  status: number;
  body: Body;
  begun: number;
  /** Name of the request in a violation. */
  title: string;
}

/** Sends requests to the deployment through the proxy, each once, and records their outcomes. */
export class Caller {
  readonly #journal: Journal;
  readonly #proxy: RoundRobin;
  readonly base: string;
  /** Returns whether a process was killed, or is about to come back from that: the proxy may find no process there. */
  readonly #mayBreak: (upstream: string, begun: number) => boolean;

  constructor(
    journal: Journal,
    proxy: RoundRobin,
    base: string,
    mayBreak: (upstream: string, begun: number) => boolean,
  ) {
    this.#journal = journal;
    this.#proxy = proxy;
    this.base = base;
    this.#mayBreak = mayBreak;
  }

  async ask<Body>({ kind, method = "GET", path, headers, body, expected = [] }: Ask): Promise<Reply<Body>> {
    const count = this.#journal.count(kind);
    const id = randomUUID();
    const url = path.startsWith("http") ? path : `${this.base}${path}`;
    const title = `${method} ${url.slice(this.base.length).split("?")[0]} (${id})`;
    const begun = Date.now();
    count.asked += 1;
    const isJson = body !== undefined && !(body instanceof Uint8Array);
    const unknown = (status: number) => ({
      outcome: "unknown" as const,
      status,
      body: {} as Body,
      begun,
      title,
    });
    try {
      const answer = await fetch(url, {
        method,
        headers: { "x-request-id": id, ...(isJson && { "content-type": "application/json" }), ...headers },
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body !== undefined && {
          body: isJson ? JSON.stringify(body) : (body as Uint8Array<ArrayBuffer>),
        }),
      });
      const text = await answer.text();
      count.longestMs = Math.max(count.longestMs, Date.now() - begun);
      if (this.#proxy.faults.has(id)) throw new Error("a fault of the proxy");
      const { status } = answer;
      if (answer.ok || expected.includes(status)) {
        count.answered += 1;
        const type = answer.headers.get("content-type") ?? "";
        const parsed = (type.startsWith("application/json") && text !== "" ? JSON.parse(text) : text) as Body;
        return { outcome: "answered", status, body: parsed, begun, title };
      }
      const after = Number(answer.headers.get("retry-after") ?? "NaN");
      if (status === 503 && after > 0) {
        count.refused += 1;
        this.#journal.refuse(`${title} of ${answer.headers.get("x-behind")}: ${text.slice(0, 200)}`);
        await sleep(after * 1000);
      } else
        this.violate(`${title} of ${answer.headers.get("x-behind")}: ${status} ${text.slice(0, 300)}`, begun);
      return unknown(status);
    } catch (error) {
      await this.#break(title, id, begun, error);
      count.broken += 1;
      this.#journal.refuse(`${title}: broken`);
      return unknown(0);
    }
  }

  async #break(title: string, id: string, begun: number, error: unknown): Promise<void> {
    const fault = this.#proxy.faults.get(id);
    this.#proxy.faults.delete(id);
    if (fault === undefined) this.violate(`${title}: ${String((error as Error).cause ?? error)}`, begun);
    else if (!this.#mayBreak(fault.upstream, begun))
      this.violate(`${title}: ${fault.upstream} ${fault.kind} the connection (${fault.code})`, begun);
    await sleep(PAUSE_MS);
  }

  /** Repeats a request until there is an answer. The request must be one that may be repeated. */
  async insist<Body>(ask: Ask): Promise<Reply<Body>> {
    for (;;) {
      const reply = await this.ask<Body>(ask);
      if (reply.outcome === "answered") return reply;
    }
  }

  violate(what: string, at?: number): void {
    this.#journal.violate(what, at);
  }
}
