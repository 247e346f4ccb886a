import type { Readable } from "node:stream";

export interface StoredFile {
  sizeBytes: number;
  /** A tag that changes whenever the bytes change. */
  etag: string;
}

export interface ByteRange {
  start: number;
  /** The last byte, which belongs to the range. */
  end: number;
}

export interface WriteOptions {
  contentType: string;
  maxBytes?: number;
  signal?: AbortSignal;
  /** True if nobody else reads the chunks of the body, so that a driver may free their memory early. */
  ownsChunks?: boolean;
}

export interface SignedPut {
  url: string;
}

/** The error of a `write` of more than `maxBytes`, of which nothing was kept. */
export class TooManyBytes extends Error {
  override readonly name = "TooManyBytes";
}

/**
 * The error of a `stat` or `read` of an upload whose sender declared a `Content-Encoding`. A store would send its bytes decompressed
 * to some readers, and so other ones than it counts. The ticket takes another PUT.
 */
export class EncodedUpload extends Error {
  override readonly name = "EncodedUpload";

  constructor() {
    super("The upload has a Content-Encoding: PUT the bytes of the file itself, without that header.");
  }
}

/** Returns true for the value of a `Content-Encoding` header that changes the bytes. */
export const isEncoded = (contentEncoding: string): boolean =>
  contentEncoding.split(",").some((each) => !["", "identity"].includes(each.trim().toLowerCase()));

/**
 * The driver that the extension point `storageDriver` opens: keeps bytes under keys (`<uuid>` or
 * `<uuid>.thumb`). An error that it throws, TooManyBytes and EncodedUpload aside, means that the store is away:
 * the caller sees 503 and may repeat, and every verb is safe to repeat. A missing key reads as null, never as an error. Memory stays flat
 * whatever the size.
 */
export interface StorageDriver {
  /**
   * Stores the bytes of a stream in place of what is there; nothing is visible before it is whole. Throws
   * TooManyBytes over `maxBytes`.
   */
  write(key: string, body: Readable, options: WriteOptions): Promise<StoredFile>;
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  stat(key: string): Promise<StoredFile | null>;
  delete(key: string): Promise<void>;
  /**
   * Signs an address for one PUT of at most `maxBytes` with exactly this content type, until `expiresAt`
   * (milliseconds since the epoch); a store that cannot limit a size takes exactly `maxBytes`. Once `stat` or
   * `read` has seen the upload, or `delete` was called, no later PUT changes or brings back bytes, whether
   * the store refuses it or not.
   */
  signPut(
    key: string,
    options: { contentType: string; maxBytes: number; expiresAt: number },
  ): Promise<SignedPut>;
  /** Signs a read URL; the same arguments give the same URL. The download has the `filename`, made safe. */
  signGet(
    key: string,
    options: { contentType: string; filename: string | null; expiresAt: number },
  ): Promise<string>;
  /**
   * Frees what the driver uses. Kiln calls it once, at the end of the process and after the last call,
   * because a process keeps the driver with which it started. What it throws is ignored.
   */
  close?(): Promise<void>;
}
