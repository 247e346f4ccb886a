import type { Readable } from "node:stream";

/** What a source has to send while it is waited for. */
export interface MinimalRate {
  windowMs: number;
  bytesPerSecond: number;
}

/** Somebody who drips a byte now and then would keep a place for hours. */
const DEFAULT: MinimalRate = { windowMs: 30_000, bytesPerSecond: 8192 };

/** The source sent less than it has to. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";

  constructor({ windowMs, bytesPerSecond }: MinimalRate) {
    super(`It sent less than ${bytesPerSecond / 1024} KB a second for ${windowMs / 1000} seconds.`);
  }
}

/**
 * The chunks of a body; TooSlow is thrown, and the body destroyed, when it is waited for a whole window and less than the
 * rate has come. Only the time of waiting counts: a reader who is slow does not make the source so.
 */
export async function* atMinimalRate(body: Readable, rate: MinimalRate = DEFAULT): AsyncGenerator<Buffer> {
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
