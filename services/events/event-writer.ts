import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { unreadAnswers } from "../../runtime/http/unread-answers.js";
import type { LoggedEvent } from "./event-log.repository.js";

/** Milliseconds after which a client reconnects by itself. */
const RETRY_MS = 2000;
/**
 * Milliseconds after which a reader who takes nothing is cut off: it comes back with the id of its last
 * event.
 */
const SLOW_MS = 30_000;
const LAST_MS = 1000;

/** Writes the lines of an event stream, no faster than they are read. */
export class EventWriter {
  readonly #res: ServerResponse;
  readonly #ended: AbortSignal;
  readonly #slowMs: number;
  #isFull = false;

  /** `ended` aborts when the stream is over, whatever its reader does. */
  constructor(res: ServerResponse, ended: AbortSignal, slowMs = SLOW_MS) {
    this.#res = res;
    this.#ended = ended;
    this.#slowMs = slowMs;
  }

  begin(headers: Readonly<Record<string, string>>): void {
    this.#res.writeHead(200, {
      ...headers,
      "content-type": "text/event-stream; charset=utf-8",
      "x-accel-buffering": "no",
    });
    this.#res.write(`retry: ${RETRY_MS}\n\n`);
  }

  /** Ends the stream. Data that the reader has not taken soon is dropped with the connection. */
  end(): void {
    this.#res.end();
    setTimeout(() => this.#res.destroy(), LAST_MS).unref();
  }

  /** Writes a comment, which keeps connections and proxies awake, unless the reader is behind. */
  beat(): void {
    if (!this.#isFull) this.#res.write(": still here\n\n");
  }

  /** Writes an event about the stream itself. */
  tell(name: "ready" | "reset", revision: number, data: object): Promise<void> {
    return this.#write(`id: ${revision}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Writes an event without an id, from which no client continues. */
  emit(name: string, data: string): Promise<void> {
    return this.#write(`event: ${name}\ndata: ${data}\n\n`);
  }

  send(events: readonly LoggedEvent[]): Promise<void> {
    return this.#write(
      events.map(({ revision, type, data }) => `id: ${revision}\nevent: ${type}\ndata: ${data}\n\n`).join(""),
    );
  }

  /**
   * Resolves when the reader has room again. A reader who makes none in time is cut off, and the promise
   * rejects; meanwhile the unread text counts with that of all readers together.
   */
  async #write(text: string): Promise<void> {
    if (text === "" || this.#res.write(text)) return;
    this.#isFull = true;
    const unread = unreadAnswers.add(this.#res, [text]);
    try {
      await once(this.#res, "drain", {
        signal: AbortSignal.any([this.#ended, AbortSignal.timeout(this.#slowMs)]),
      });
    } catch (error) {
      this.#res.destroy();
      throw error;
    } finally {
      unread.ended();
      this.#isFull = false;
    }
  }
}
