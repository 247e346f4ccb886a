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

export interface SignedPut {
  url: string;
}

/**
 * Extension point `storageDriver`: keeps bytes under keys (`<uuid>` or `<uuid>.thumb`).
 * Throwing means that the store is away: the caller sees 503 and may repeat; every verb is safe to repeat.
 * A missing key reads as null, never as an error. Memory stays flat whatever the size.
 */
export interface StorageDriver {
  /** Streams the bytes in and replaces what is there; nothing is visible before it is whole. */
  write(
    key: string,
    body: Readable,
    options: { contentType: string; maxBytes?: number; signal?: AbortSignal },
  ): Promise<StoredFile>;
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  stat(key: string): Promise<StoredFile | null>;
  delete(key: string): Promise<void>;
  /** One PUT of at most `maxBytes` with exactly this content type, until `expiresAt` (ms since epoch). */
  signPut(
    key: string,
    options: { contentType: string; maxBytes: number; expiresAt: number },
  ): Promise<SignedPut>;
  /** A read URL; the same arguments give the same URL. `filename` names the download, made safe. */
  signGet(
    key: string,
    options: { contentType: string; filename: string | null; expiresAt: number },
  ): Promise<string>;
}
