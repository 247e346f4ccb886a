import type { Connection } from "./connection.js";
import type { AccountChange } from "./generated/types.js";
import { KilnError } from "./kiln-error.js";
import { readEvents, type ServerEvent } from "./read-events.js";
import { backoff, sleep } from "./wait-for.js";

/** Null: changes may have been missed, or the stream came or went; a listener reads anew. */
export type Listener = (change: AccountChange | null) => void;

const RECONNECTS = { first: 1000, most: 30_000 };

/**
 * The account's changes, from one `GET /v1/events` for all who listen, and only while somebody does. A stream that breaks is
 * opened again where it ended. Where it is refused (no scope, an old server, a proxy) `isLive` stays false.
 */
export class ChangeFeed {
  readonly #connection: Connection;
  readonly #listeners = new Set<Listener>();
  #stream: AbortController | null = null;
  #lastId: string | undefined;
  #isLive = false;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Whether changes are heard of as they happen. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Gives what ends the listening. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#stream === null) {
      this.#stream = new AbortController();
      void this.#follow(this.#stream.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stream?.abort();
      this.#stream = null;
      this.#isLive = false;
      this.#lastId = undefined;
    };
  }

  async #follow(signal: AbortSignal): Promise<void> {
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        await this.#read(signal, () => (tries = 0));
      } catch (error) {
        if (isFinal(error)) return;
      }
      if (signal.aborted) return;
      this.#turn(false);
      await sleep(backoff(tries, RECONNECTS), signal).catch(() => {});
    }
  }

  async #read(signal: AbortSignal, opened: () => void): Promise<void> {
    const headers = {
      accept: "text/event-stream",
      ...(this.#lastId !== undefined && { "last-event-id": this.#lastId }),
    };
    const { body } = await this.#connection.once("/v1/events", { headers, signal });
    if (body === null) return;
    for await (const event of readEvents(body)) {
      if (signal.aborted) return;
      opened();
      this.#hear(event);
    }
  }

  #hear({ event, data, id }: ServerEvent): void {
    this.#lastId = id ?? this.#lastId;
    if (event === "ready" || event === "reset") this.#turn(true);
    else this.#tell(JSON.parse(data) as AccountChange);
  }

  #turn(isLive: boolean): void {
    if (!isLive && !this.#isLive) return;
    this.#isLive = isLive;
    this.#tell(null);
  }

  #tell(change: AccountChange | null): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** Asking again would not help. */
const isFinal = (error: unknown): boolean =>
  error instanceof KilnError && error.status >= 400 && error.status < 500 && error.status !== 429;
