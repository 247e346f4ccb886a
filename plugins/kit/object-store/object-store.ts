import type { Readable } from "node:stream";
import type { ByteRange, StoredFile } from "../storage-driver.js";

export interface SignedTimes {
  /** Milliseconds since the epoch. Given, so that the same link is signed alike for its whole life. */
  signedAt: number;
  expiresAt: number;
}

/**
 * What a driver of a bucket has to do: plain verbs on names, each safe to repeat. What the product promises beyond them
 * (limits, one upload a ticket) is made of these by ObjectStoreDriver. Throwing means that the store is away.
 */
export interface ObjectStore {
  /** Streams in; nothing is visible before the end, nor after an error of the body. Gives the tag of what was written. */
  put(name: string, body: Readable, contentType: string): Promise<{ etag: string }>;
  /** An empty object, whether it is there already or not. */
  mark(name: string): Promise<void>;
  get(name: string, range?: ByteRange): Promise<Readable | null>;
  head(name: string): Promise<StoredFile | null>;
  /** Copies what has this tag; false when it is gone or was replaced. */
  copy(from: string, to: string, etag: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** Names under a prefix that were written before a moment. */
  listBefore(prefix: string, before: number): AsyncIterable<string>;
  /** A PUT of exactly so many bytes of this type. */
  signPut(name: string, put: SignedTimes & { contentType: string; sizeBytes: number }): Promise<string>;
  signGet(name: string, get: SignedTimes & { contentType: string; disposition: string }): Promise<string>;
  /** Lets go of the store's connections. */
  close?(): Promise<void>;
}
