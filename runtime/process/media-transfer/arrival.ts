import { Readable } from "node:stream";
import { atMinimalRate, TooSlow } from "../../http/minimal-rate.js";

const TELL_EVERY_BYTES = 32 * 1024 * 1024;

/** Passes the bytes of an address on and reports their number about every 32 MB. */
export class Arrival {
  /** True if the stream ended early because of the address, whatever error the store reports for it. */
  brokeOff = false;
  /** The error of an address that sent its bytes too slowly, otherwise null. */
  tooSlow: TooSlow | null = null;
  readonly stream: Readable;

  constructor(body: Readable, tell: (bytes: number) => void) {
    this.stream = Readable.from(this.#pass(body, tell), { objectMode: false });
  }

  async *#pass(body: Readable, tell: (bytes: number) => void): AsyncGenerator<Buffer> {
    const chunks = atMinimalRate(body);
    let bytes = 0;
    let told = 0;
    try {
      for (;;) {
        const next = await chunks.next().catch((error: unknown) => {
          if (error instanceof TooSlow) this.tooSlow = error;
          this.brokeOff = true;
          throw error;
        });
        if (next.done) return;
        bytes += next.value.length;
        if (bytes - told >= TELL_EVERY_BYTES) tell((told = bytes));
        yield next.value;
      }
    } finally {
      body.destroy();
    }
  }
}
