import type { Readable } from "node:stream";

export interface StoredFile {
  sizeBytes: number;
  /** Changes whenever the bytes change. */
  etag: string;
}

export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

export interface WriteOptions {
  contentType: string;
  maxBytes?: number;
  signal?: AbortSignal;
  /** True: nobody else looks at the chunks of the body, so a driver may give their memory back early. */
  ownsChunks?: boolean;
}

export interface SignedPut {
  url: string;
}

/** `write` was given more than `maxBytes`; nothing of it was kept. */
export class TooManyBytes extends Error {
  override readonly name = "TooManyBytes";
}

/**
 * Extension point `storageDriver`: keeps bytes under keys (`<uuid>` or `<uuid>.thumb`).
 * Throwing means that the store is away: the caller sees 503 and may repeat; every verb is safe to repeat.
 * A missing key reads as null, never as an error. Memory stays flat whatever the size.
 */
export interface StorageDriver {
  /** Streams the bytes in and replaces what is there; nothing is visible before it is whole. Over `maxBytes`: TooManyBytes. */
  write(key: string, body: Readable, options: WriteOptions): Promise<StoredFile>;
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  stat(key: string): Promise<StoredFile | null>;
  delete(key: string): Promise<void>;
  /**
   * One PUT of at most `maxBytes` with exactly this content type, until `expiresAt` (ms since epoch); a store that cannot
   * limit a size takes exactly `maxBytes`. Once `stat` or `read` has seen the upload, or `delete` was called, no other one
   * counts, refused or not: nobody changes or brings back bytes under links given out before.
   */
  signPut(
    key: string,
    options: { contentType: string; maxBytes: number; expiresAt: number },
  ): Promise<SignedPut>;
  /** A read URL; the same arguments give the same URL. `filename` names the download, made safe. */
  signGet(
    key: string,
    options: { contentType: string; filename: string | null; expiresAt: number },
  ): Promise<string>;
  /**
   * Called once, at the end of the process, after the last call: the driver of a process stays the one that it was
   * started with. What it throws is of no concern.
   */
  close?(): Promise<void>;
}
