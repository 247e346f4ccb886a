import type { Readable } from "node:stream";

/** The bytes that a source has to send while it is waited for. */
export interface MinimalRate {
  windowMs: number;
  bytesPerSecond: number;
}

/** Returns the rate of a source that may stall for this long. */
export const rateWithin = (windowMs: number): MinimalRate => ({ windowMs, bytesPerSecond: 8192 });

/** The rate without one given. A source that sends a byte now and then would otherwise keep a place for hours. */
const DEFAULT = rateWithin(30_000);

/** The error that a source sent less than the minimal rate. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";

  constructor({ windowMs, bytesPerSecond }: MinimalRate) {
    super(`It sent less than ${bytesPerSecond / 1024} KB a second for ${windowMs / 1000} seconds.`);
  }
}

/**
 * Yields the chunks of a body. Throws TooSlow, and destroys the body, when the body was waited for a whole window and less
 * than the rate has come. Only the time of waiting counts, so a slow reader does not make the source count as slow.
 */
export async function* atMinimalRate(body: Readable, rate = DEFAULT): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const due = (rate.windowMs / 1000) * rate.bytesPerSecond;
  let window = { waitedMs: 0, bytes: 0 };
  try {
    for (;;) {
      const began = performance.now();
      const late = setTimeout(() => body.destroy(new TooSlow(rate)), rate.windowMs - window.waitedMs);
      const next = await chunks.next().finally(() => clearTimeout(late));
      if (next.done) return;
      window.waitedMs += performance.now() - began;
      window.bytes += next.value.length;
      if (window.bytes >= due) window = { waitedMs: 0, bytes: 0 };
      else if (window.waitedMs >= rate.windowMs) throw new TooSlow(rate);
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}
