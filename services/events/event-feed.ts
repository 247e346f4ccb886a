import { asProcess } from "../../runtime/concurrency/current-call.js";
import { AutoResetEvent } from "../../runtime/concurrency/auto-reset-event.js";
import { chunks } from "../../runtime/database/reader.js";
import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";
import { readHeads } from "./event-log.repository.js";

/** Streams that one account may have in one process. */
const MAX_STREAMS = 20;
/**
 * Milliseconds between two looks at the heads: wake-ups may be lost, and without NATS there are none from
 * other processes (rules/running 9).
 */
const LOOK_MS = 500;
const KEYS_OF_A_READ = 500;

/** A stream that waits for events of its account after a revision. */
export interface Listener {
  readonly accountId: string;
  after: number;
  readonly wakeUp: AutoResetEvent;
}

/**
 * The streams of a process. A stream is woken by a signal of its account, or by the periodic look at the
 * heads of all accounts.
 */
export class EventFeed {
  readonly #host: Pick<Host, "read" | "log" | "signals">;
  readonly #accounts = new Map<string, Set<Listener>>();
  #stop: (() => void) | null = null;
  #isLooking = false;

  constructor(host: Pick<Host, "read" | "log" | "signals">) {
    this.#host = host;
  }

  /**
   * Adds a stream; returns null when the account has as many streams as it may have. The caller has to call
   * `leave` for the listener.
   */
  join(accountId: string): Listener | null {
    const listeners = this.#accounts.get(accountId) ?? new Set();
    if (listeners.size >= MAX_STREAMS) return null;
    const listener: Listener = { accountId, after: 0, wakeUp: new AutoResetEvent() };
    this.#accounts.set(accountId, listeners.add(listener));
    this.#stop ??= this.#start();
    return listener;
  }

  leave(listener: Listener): void {
    const listeners = this.#accounts.get(listener.accountId);
    listeners?.delete(listener);
    if (listeners?.size === 0) this.#accounts.delete(listener.accountId);
    if (this.#accounts.size > 0) return;
    this.#stop?.();
    this.#stop = null;
  }

  #start(): () => void {
    const forget = this.#host.signals.on("account.changed", ({ id }) => {
      for (const { wakeUp } of this.#accounts.get(id) ?? []) wakeUp.set();
    });
    const timer = asProcess(() => setInterval(() => void this.#look(), LOOK_MS));
    return () => {
      forget();
      clearInterval(timer);
    };
  }

  #wake(accountId: string, revision: number): void {
    for (const { after, wakeUp } of this.#accounts.get(accountId) ?? []) if (after !== revision) wakeUp.set();
  }

  /** Looks at the heads of all accounts. A database that is away is asked again at the next look. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      for (const ids of chunks([...this.#accounts.keys()], KEYS_OF_A_READ))
        for (const [id, revision] of await readHeads(this.#host.read, ids)) this.#wake(id, revision);
    } catch (error) {
      this.#host.log.debug({ err: error }, "the heads of event streams could not be read");
    } finally {
      this.#isLooking = false;
    }
  }
}

export const eventFeedOf = (host: Host): EventFeed =>
  processWide(host.plugins, "events.feed", () => new EventFeed(host));
