import { Readable } from "node:stream";
import { inlineDisposition } from "../content-disposition.js";
import {
  type ByteRange,
  EncodedUpload,
  isEncoded,
  type SignedPut,
  type StorageDriver,
  type StoredFile,
  TooManyBytes,
  type WriteOptions,
} from "../storage-driver.js";
import type { FoundObject, ObjectStore, SignedTimes } from "./object-store.js";

const HOUR_MS = 3600_000;
/**
 * The lives that links are signed for. An agent's link of 24 hours, with its window of 10 minutes, fits into
 * the first; stores refuse more than the second.
 */
const LIVES_MS = [25 * HOUR_MS, 7 * 24 * HOUR_MS];

/**
 * Returns the time at which a link that ends at `expiresAt` counts as signed, and its end in whole seconds.
 * Stores sign the date of signing too, so it is computed from the end, with the shortest life that fits: the
 * same link is the same text (rules/storage 17). Throws for links of more than a week.
 */
function signTimes(expiresAt: number, now: number): SignedTimes {
  const end = Math.floor(expiresAt / 1000) * 1000;
  const life = LIVES_MS.find((ms) => end - ms <= now);
  if (life === undefined) throw new Error("A link of an object store lives a week at most.");
  return { signedAt: end - life, expiresAt: end };
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
/**
 * The age at which an upload that nobody has taken over is removed: its ticket lives an hour, and a slow PUT
 * may end after its ticket.
 */
const ARRIVED_MS = 2 * HOUR_MS;
/**
 * The age at which a mark is removed. A mark is of no use once its ticket is over, an hour after it was
 * issued; two days also cover clocks that differ.
 */
const MARKED_MS = 48 * HOUR_MS;

/** How often an upload is looked at that others replace meanwhile, before its reader is told to come again. */
const TAKE_OVER_TRIES = 3;

/**
 * A storage driver of a bucket, with the bytes in `<prefix><key>`. A signed PUT of a bucket can be repeated
 * until it ends, so it goes to `<prefix>incoming/<key>`. The first `stat` or `read` of the key takes the
 * object over from there and marks the ticket in `<prefix>spent/<key>`; a deletion marks it in
 * `<prefix>spent/<key>.deleted`. What arrives for a marked ticket is never taken over, and is removed after
 * two hours (rules/storage 15).
 */
export class ObjectStoreDriver implements StorageDriver {
  readonly #store: ObjectStore;
  readonly #prefix: string;
  readonly #onClose: () => void;

  /** The prefix is empty or ends with a slash. */
  constructor(store: ObjectStore, prefix: string, onClose: () => void = () => {}) {
    this.#store = store;
    this.#prefix = prefix;
    this.#onClose = onClose;
  }

  async write(key: string, body: Readable, options: WriteOptions): Promise<StoredFile> {
    const { contentType, maxBytes = Number.MAX_SAFE_INTEGER, signal } = options;
    const counted = new CountedBody(body, maxBytes);
    const abort = () => counted.fail(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      const { etag } = await this.#store.put(this.#name(key), counted.stream, contentType);
      return { sizeBytes: counted.bytes, etag };
    } catch (error) {
      throw counted.failure ?? error;
    } finally {
      signal?.removeEventListener("abort", abort);
      body.destroy();
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable | null> {
    const found = await this.#store.get(this.#name(key), range);
    if (found !== null || (await this.#takeOver(key)) === null) return found;
    return this.#store.get(this.#name(key), range);
  }

  async stat(key: string): Promise<StoredFile | null> {
    return (await this.#placed(key)) ?? (await this.#takeOver(key));
  }

  async delete(key: string): Promise<void> {
    if (!isTicketed(key)) return this.#store.remove(this.#name(key));
    // The mark is written first: a process that takes the upload over now looks for it after its copy.
    await this.#store.mark(this.#deleted(key));
    await Promise.all([this.#store.remove(this.#name(key)), this.#store.remove(this.#incoming(key))]);
  }

  async signPut(
    key: string,
    { contentType, maxBytes, expiresAt }: { contentType: string; maxBytes: number; expiresAt: number },
  ): Promise<SignedPut> {
    const times = signTimes(expiresAt, Date.now());
    const put = { ...times, contentType, sizeBytes: maxBytes };
    return { url: await this.#store.signPut(this.#incoming(key), put) };
  }

  signGet(
    key: string,
    { contentType, filename, expiresAt }: { contentType: string; filename: string | null; expiresAt: number },
  ): Promise<string> {
    const get = {
      ...signTimes(expiresAt, Date.now()),
      contentType,
      disposition: inlineDisposition(filename),
    };
    return this.#store.signGet(this.#name(key), get);
  }

  async close(): Promise<void> {
    this.#onClose();
    await this.#store.close?.();
  }

  /** Removes uploads that nobody took over in time, and the marks of expired tickets. */
  async clean(now: number): Promise<void> {
    for (const [folder, ageMs] of [
      ["incoming/", ARRIVED_MS],
      ["spent/", MARKED_MS],
    ] as const)
      for await (const name of this.#store.listBefore(`${this.#prefix}${folder}`, now - ageMs))
        await this.#store.remove(name);
  }

  /**
   * Moves the object of an upload to its place and returns it; null without one. It may run twice at once.
   * Throws EncodedUpload, and leaves the ticket to another PUT.
   */
  async #takeOver(key: string): Promise<StoredFile | null> {
    if (!isTicketed(key)) return null;
    for (let tries = 0; tries < TAKE_OVER_TRIES; tries += 1) {
      const arrived = await this.#store.head(this.#incoming(key));
      // Another process may have taken it over a moment ago.
      if (arrived === null) return this.#placed(key);
      for (const mark of [this.#spent(key), this.#deleted(key)])
        if ((await this.#store.head(mark)) !== null) return null;
      if (isEncoded(arrived.contentEncoding)) throw new EncodedUpload();
      const isCopied = await this.#place(key, arrived);
      if ((await this.#store.head(this.#deleted(key))) !== null) {
        await this.#store.remove(this.#name(key));
        return null;
      }
      const placed = await this.#placed(key);
      // Without an object in its place a newer upload came between the look and the copy.
      if (isCopied || placed !== null) return placed;
    }
    throw new Error("The upload was replaced again and again while it was taken over.");
  }

  /** Copies an upload to its place and spends the ticket; false when the upload was replaced, or another one has the place. */
  async #place(key: string, arrived: FoundObject): Promise<boolean> {
    // The copy is of what was seen, because another upload may have replaced the object meanwhile.
    if (!(await this.#store.copy(this.#incoming(key), this.#name(key), arrived))) return false;
    await this.#store.mark(this.#spent(key));
    await this.#store.remove(this.#incoming(key));
    return true;
  }

  async #placed(key: string): Promise<StoredFile | null> {
    const found = await this.#store.head(this.#name(key));
    return found === null ? null : { sizeBytes: found.sizeBytes, etag: found.etag };
  }

  #name(key: string): string {
    if (!KEY.test(key)) throw new Error(`"${key}" is no key of a stored file.`);
    return `${this.#prefix}${key}`;
  }

  #incoming(key: string): string {
    return this.#name(key) && `${this.#prefix}incoming/${key}`;
  }

  #spent(key: string): string {
    return `${this.#prefix}spent/${key}`;
  }

  #deleted(key: string): string {
    return `${this.#spent(key)}.deleted`;
  }
}

/** Returns true for keys of objects, which may have a ticket; thumbnails never have one. */
const isTicketed = (key: string): boolean => !key.includes(".");

/** A body that counts its bytes, fails over the limit, and keeps the error with which it failed. */
class CountedBody {
  bytes = 0;
  failure: unknown = null;
  readonly stream: Readable;

  constructor(body: Readable, maxBytes: number) {
    this.stream = Readable.from(this.#pass(body, maxBytes), { objectMode: false });
    // The reader reports an error; an error before anybody reads must not end the process.
    this.stream.on("error", () => {});
  }

  fail(reason: unknown): void {
    this.failure ??= reason;
    this.stream.destroy(reason instanceof Error ? reason : new Error("aborted", { cause: reason }));
  }

  async *#pass(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        this.failure ??= error;
        throw error;
      });
      if (next.done) return;
      this.bytes += next.value.length;
      if (this.bytes > maxBytes) {
        this.failure ??= new TooManyBytes();
        throw this.failure;
      }
      yield next.value;
    }
  }
}
