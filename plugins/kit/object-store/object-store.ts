import type { Readable } from "node:stream";
import type { ByteRange, StoredFile } from "../storage-driver.js";

export interface SignedTimes {
  /**
   * Milliseconds since the epoch. It is given, so that the same link has the same text for its whole life.
   */
  signedAt: number;
  expiresAt: number;
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
  get(name: string, range?: ByteRange): Promise<Readable | null>;
  head(name: string): Promise<StoredFile | null>;
  /** Copies the object with this tag; resolves to false when it is gone or was replaced. */
  copy(from: string, to: string, etag: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Yields the names under a prefix that were written before a time in milliseconds. */
  listBefore(prefix: string, before: number): AsyncIterable<string>;
  /** Signs the address for a PUT of exactly so many bytes of this type. */
  signPut(name: string, put: SignedTimes & { contentType: string; sizeBytes: number }): Promise<string>;
  signGet(name: string, get: SignedTimes & { contentType: string; disposition: string }): Promise<string>;
  /** Closes the store's connections. */
  close?(): Promise<void>;
}
