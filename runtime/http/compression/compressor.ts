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
/** What is longer is coded piece by piece while it is sent. */
export const MAX_WHOLE_BYTES = 1024 * KB;
const CHUNK = 64 * KB;

/** Brotli at 4 is as fast as gzip at 6 and smaller; its window of 512 KB bounds the memory of each. */
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
 * Codes answers in Node's thread pool, which files and passwords need too: only so many at once, and where as much
 * waits as is coded within a moment, an answer goes as it is. A reader that asks for large answers over a thousand
 * connections gets most of them uncoded, and holds up nobody.
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

  /** Codes `length` bytes, which are asked for when it begins; null when too much waits already. */
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
      // who waits has the place of this one
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  /** A stream that codes what is written to it, until it is closed; null when there are as many as may be. */
  open(encoding: Encoding): BrotliCompress | Gzip | null {
    if (this.#streams >= this.#maxStreams) return null;
    this.#streams += 1;
    const stream = encoding === "br" ? createBrotliCompress(BROTLI) : createGzip(GZIP);
    return stream.once("close", () => (this.#streams -= 1));
  }
}

/** That of the process. */
export const compressor = new Compressor();

/** Compressed a second of what nobody may ask for again: about a tenth of a processor. */
const BYTES_A_SECOND = 16 * 1024 * 1024;
/** So much of it at once, after a time without. */
const MOST_AT_ONCE = 4 * 1024 * 1024;

/**
 * The share of answers that were asked for once, and are thrown away when they are sent: each costs 1 ms of a processor for 200 KB, and
 * a reader that asks for ever new ones would have the threads work for that alone (ADR-0067).
 */
export class SpareShare {
  #left = MOST_AT_ONCE;
  #at: number;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#at = now();
  }

  /** Whether so many bytes may be compressed now; then they are taken. */
  take(bytes: number): boolean {
    const now = this.#now();
    this.#left = Math.min(MOST_AT_ONCE, this.#left + ((now - this.#at) * BYTES_A_SECOND) / 1000);
    this.#at = now;
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }
}
