import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { quietTurn } from "./quiet-turn.js";

/** Of bodies that are being read at the same time. */
export const MOST_BYTES_AT_ONCE = 128 * 1024 * 1024;
/** After these a body must have come at the least rate, on the average since its begin. */
const GRACE_MS = 10_000;
/** In bytes a second. */
const LEAST_RATE = 4 * 1024;
/** After these it must be whole. */
const MOST_MS = 5 * 60_000;
const LOOK_MS = 1000;

export interface BodyLimits {
  mostBytesAtOnce: number;
  graceMs: number;
  leastRate: number;
  mostMs: number;
}

interface Body {
  /** Whose it is: an account, or the address of a stranger. */
  owner: string;
  began: number;
  bytes: number;
  cut(why: Error): void;
}

/** A body that is being read. */
export interface OpenBody {
  /** Counts what came. */
  add(bytes: number): void;
  /** It is read, or given up. */
  close(): void;
}

/**
 * Bounds the bodies that are read at the same time: each comes at a least rate and is whole in time, and all of them
 * together take so many bytes at most. When these are taken, the account that has most of them loses the body that has been coming
 * for longest, so that somebody who sends many at once, or slowly, is in the own way only.
 */
export class Bodies {
  readonly #open = new Set<Body>();
  readonly #limits: BodyLimits;
  #bytes = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: Partial<BodyLimits> = {}) {
    this.#limits = {
      mostBytesAtOnce: MOST_BYTES_AT_ONCE,
      graceMs: GRACE_MS,
      leastRate: LEAST_RATE,
      mostMs: MOST_MS,
      ...limits,
    };
  }

  /** `cut` is called once at most, with why the body is not read any further. */
  open(owner: string, cut: (why: Error) => void): OpenBody {
    const body: Body = { owner, began: performance.now(), bytes: 0, cut };
    this.#open.add(body);
    // Bytes that came while the process stood still are read, and counted, first.
    this.#timer ??= setInterval(() => void quietTurn().then(() => this.#cutSlow()), LOOK_MS).unref();
    return {
      add: (bytes) => {
        if (!this.#open.has(body)) return;
        body.bytes += bytes;
        this.#bytes += bytes;
        while (this.#bytes > this.#limits.mostBytesAtOnce) this.#cut(this.#greatest(), crowded());
      },
      close: () => this.#close(body),
    };
  }

  /** The oldest body of the account that has most. */
  #greatest(): Body {
    const sums = new Map<string, number>();
    for (const { owner, bytes } of this.#open) sums.set(owner, (sums.get(owner) ?? 0) + bytes);
    const [greatest] = [...sums].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const oldest = [...this.#open].find(({ owner, bytes }) => owner === greatest && bytes > 0);
    if (oldest === undefined) throw new Error("Bytes of bodies are counted that nobody reads.");
    return oldest;
  }

  #cutSlow(): void {
    const { graceMs, leastRate, mostMs } = this.#limits;
    const now = performance.now();
    for (const body of this.#open) {
      const age = now - body.began;
      if (age > mostMs) this.#cut(body, tooSlow(`a body must be whole within ${mostMs / 1000} s`));
      else if (age > graceMs && body.bytes * 1000 < leastRate * age)
        this.#cut(body, tooSlow(`at least ${leastRate / 1024} KB a second must come`));
    }
  }

  #cut(body: Body, why: Error): void {
    this.#close(body);
    body.cut(why);
  }

  #close(body: Body): void {
    if (!this.#open.delete(body)) return;
    this.#bytes -= body.bytes;
    if (this.#open.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

const tooSlow = (rule: string) => invalidParams(`The body came too slowly: ${rule}.`);

const crowded = () =>
  new ServiceError("unavailable", "Too many large bodies are sent at the same time. Retry later.", {
    details: { retryAfterSeconds: 5 },
  });
