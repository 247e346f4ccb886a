import type { Readable } from "node:stream";
import type { ByteRange, StoredFile } from "../storage-driver.js";

export interface SignedTimes {
  /**
   * Milliseconds since the epoch. It is given, so that the same link has the same text for its whole life.
   */
  signedAt: number;
  expiresAt: number;
}

/** An object with what its sender said of it. */
export interface FoundObject extends StoredFile {
  contentType: string;
  /** The `Content-Encoding` with which it was sent; empty without one. */
  contentEncoding: string;
}

/** Returns true for a `Content-Range` that begins as the asked range does and does not go beyond it. */
export function isRange(contentRange: string | null | undefined, { start, end }: ByteRange): boolean {
  const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(contentRange ?? "") ?? [];
  return Number(first) === start && Number(last) <= end;
}

/**
 * The verbs that a driver of a bucket needs; each is safe to repeat. ObjectStoreDriver makes limits and one
 * upload for each ticket of them. An error means that the store is away.
 */
export interface ObjectStore {
  /**
   * Stores a stream and resolves to its tag; nothing is visible before the end, nor after an error of the
   * body.
   */
  put(name: string, body: Readable, contentType: string): Promise<{ etag: string }>;
  /** Writes an empty object, whether it exists already or not. */
  mark(name: string): Promise<void>;
  /** Gives the bytes as they are stored. It throws rather than give other ones, or others than those of the range. */
  get(name: string, range?: ByteRange): Promise<Readable | null>;
  head(name: string): Promise<FoundObject | null>;
  /**
   * Copies the object that was found, with its type and nothing else that its sender said of it. Resolves to
   * false when it is gone or was replaced, and, in stores that can tell, when there is an object at `to`
   * already.
   */
  copy(from: string, to: string, found: FoundObject): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Yields the names under a prefix that were written before a time in milliseconds. */
  listBefore(prefix: string, before: number): AsyncIterable<string>;
  /** Signs the address for a PUT of exactly so many bytes of this type. */
  signPut(name: string, put: SignedTimes & { contentType: string; sizeBytes: number }): Promise<string>;
  signGet(name: string, get: SignedTimes & { contentType: string; disposition: string }): Promise<string>;
  /** Closes the store's connections. */
  close?(): Promise<void>;
}
