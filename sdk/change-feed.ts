import type { Connection } from "./connection.js";
import type { AccountChange } from "./generated/types.js";
import { KilnError } from "./kiln-error.js";
import { readEvents, type ServerEvent } from "./read-events.js";
import { backoff, sleep } from "./wait-for.js";

/**
 * A listener of changes. Null means that changes may have been missed, so the listener reads its state again.
 */
export type Listener = (change: AccountChange | null) => void;

const RECONNECTS = { first: 1000, most: 30_000 };

/**
 * The changes of the account, read from one `GET /v1/events` for all listeners while there are any. A broken
 * stream is resumed after the last event. If the server refuses it (no scope, an old server, a proxy),
 * `isLive` stays false.
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

  /** Tells whether changes arrive as they happen. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Adds a listener and returns the function that removes it. */
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

/** Tells whether another try would get the same refusal. */
const isFinal = (error: unknown): boolean =>
  error instanceof KilnError && error.status >= 400 && error.status < 500 && error.status !== 429;
