import { Readable } from "node:stream";
import { invalidParams } from "../../contracts/errors.js";
import { MAX_FILE_BYTES, overMaxFile } from "./max-file.js";

const CHECK_EVERY_BYTES = 32 * 1024 * 1024;

/**
 * Passes the bytes of an import on and counts them. `failure` is why it ended before its time, whatever the store makes of
 * that: `invalid_params` when the origin broke off, `payload_too_large` over 1 GB, or what `check` throws on the way.
 */
export class Arrival {
  bytes = 0;
  failure: unknown = null;
  readonly stream: Readable;

  constructor(origin: Readable, check: (bytes: number) => Promise<void>) {
    this.stream = Readable.from(this.#pass(origin, check), { objectMode: false });
  }

  async *#pass(origin: Readable, check: (bytes: number) => Promise<void>): AsyncGenerator<Buffer> {
    const chunks = origin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    let checkedAt = 0;
    try {
      for (;;) {
        const next = await this.#fail(() => chunks.next(), brokeOff);
        if (next.done) return;
        this.bytes += next.value.length;
        if (this.bytes > MAX_FILE_BYTES) await this.#fail(() => Promise.reject(overMaxFile()));
        if (this.bytes - checkedAt >= CHECK_EVERY_BYTES) {
          await this.#fail(() => check(this.bytes));
          checkedAt = this.bytes;
        }
        yield next.value;
      }
    } finally {
      origin.destroy();
    }
  }

  async #fail<T>(work: () => Promise<T>, as: (error: unknown) => unknown = (error) => error): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.failure = as(error);
      throw this.failure;
    }
  }
}

const brokeOff = (cause: unknown): unknown =>
  Object.assign(invalidParams("The URL broke off before the end of its file."), { cause });
