import { promisify } from "node:util";
import {
  brotliCompress,
  type BrotliCompress,
  type BrotliOptions,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
  type ZlibOptions,
} from "node:zlib";
import type { Encoding } from "../representation.js";

const KB = 1024;
/** The most bytes of an answer that is compressed as a whole. A longer one is compressed piece by piece while it is sent. */
export const MAX_WHOLE_BYTES = 1024 * KB;
const CHUNK = 64 * KB;

/** Brotli at quality 4 is as fast as gzip at 6 and smaller; its window of 512 KB bounds the memory of each answer. */
const BROTLI: BrotliOptions = {
  chunkSize: CHUNK,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 19,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
};
const GZIP: ZlibOptions = { chunkSize: CHUNK, level: 6 };

const inBrotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliCompress);
const inGzip = promisify<Uint8Array, ZlibOptions, Buffer>(gzip);

/**
 * Compresses answers in Node's thread pool, which files and passwords need too. So only a few are compressed at once, and
 * when about as many bytes wait as are compressed within a moment, an answer is sent uncompressed. A reader that asks for
 * large answers over a thousand connections gets most of them uncompressed, and delays no other reader.
 */
export class Compressor {
  readonly #atOnce: number;
  readonly #maxWaitingBytes: number;
  readonly #maxStreams: number;
  readonly #waiting: (() => void)[] = [];
  #waitingBytes = 0;
  #running = 0;
  #streams = 0;

  constructor({ atOnce = 2, maxWaitingBytes = 2048 * KB, maxStreams = 2 } = {}) {
    this.#atOnce = atOnce;
    this.#maxWaitingBytes = maxWaitingBytes;
    this.#maxStreams = maxStreams;
  }

  /** Compresses `length` bytes, which it asks for when it begins. Returns null when too many bytes wait already. */
  async compress(encoding: Encoding, length: number, bytesOf: () => Uint8Array): Promise<Buffer | null> {
    if (this.#running >= this.#atOnce) {
      if (this.#waitingBytes + length > this.#maxWaitingBytes) return null;
      this.#waitingBytes += length;
      await new Promise<void>((begin) => this.#waiting.push(begin));
      this.#waitingBytes -= length;
    } else this.#running += 1;
    try {
      return encoding === "br" ? await inBrotli(bytesOf(), BROTLI) : await inGzip(bytesOf(), GZIP);
    } finally {
      // The next one that waits takes the place of this one.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** Opens a stream that compresses what is written to it. Returns null when as many as are allowed are open. */
  open(encoding: Encoding): BrotliCompress | Gzip | null {
    if (this.#streams >= this.#maxStreams) return null;
    this.#streams += 1;
    const stream = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
    return stream.once("close", () => (this.#streams -= 1));
  }
}

/** The compressor of this process. */
export const compressor = new Compressor();

/** The bytes a second of answers sent only once that are compressed, which takes about a tenth of a processor. */
const BYTES_A_SECOND = 16 * 1024 * 1024;
/** The most bytes of such answers that are compressed at once, after a time without any. */
const MOST_AT_ONCE = 4 * 1024 * 1024;

/**
 * The budget for compressing answers that are asked for once and thrown away when they are sent. Compressing 200 KB takes 1
 * ms of a processor, and a reader that always asks for new answers would keep the threads busy with nothing else (ADR-0067).
 */
export class SpareShare {
  #left = MOST_AT_ONCE;
  #at: number;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#at = now();
  }

  /** Tells whether this number of bytes may be compressed now, and if so takes it from the budget. */
  take(bytes: number): boolean {
    const now = this.#now();
    this.#left = Math.min(MOST_AT_ONCE, this.#left + ((now - this.#at) * BYTES_A_SECOND) / 1000);
    this.#at = now;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
