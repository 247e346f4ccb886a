import type { Body } from "./body-writer.js";

/** A reader: the revision that it must see, and its checks of whether a cached response is still right. */
export interface CacheReader<Dependencies> {
  /** The revision that the reader must see. */
  readonly revision: number;
  /** Tells whether the reader may get this response, whatever has changed. */
  accepts(body: Body): boolean;
  /** Tells whether a response made of these dependencies as of a revision would be the same now. */
  stillHolds(dependencies: Dependencies, revision: number): Promise<boolean>;
  /**
   * Returns the dependencies of the response that the reader made, and the estimated bytes that they take.
   */
  noted(): { dependencies: Dependencies; bytes: number };
}

/** Bytes of memory for responses, for responses in one piece, and for compressed ones. */
export interface ResponseBudgets {
  responses: number;
  joined: number;
  encoded: number;
}

export type Encoding = "br" | "gzip";

/** Compresses bodies for the cache. */
export interface Coder {
  /** Returns the compressed bytes; null while too much is being compressed already. */
  compress(encoding: Encoding, bytes: number, body: () => Buffer): Promise<Buffer | null>;
  /**
   * Reserves processor time to compress so many bytes for a response that may not be asked for again; returns
   * false when there is none.
   */
  take(bytes: number): boolean;
}

/** A response in the cache. */
export interface Cached<Dependencies> {
  body: Body;
  dependencies: Dependencies;
  bytesOfDependencies: number;
  /** The newest revision for which the body was found right. */
  revision: number;
  /** Number of requests for the response and its earlier editions; recent requests weigh most. */
  asked: number;
  /** Set when content has changed since. The entry then only tells how much its next edition is wanted. */
  isOutdated: boolean;
}

/** The encoded forms of a body, by coding. */
export type Encoded = Partial<Record<Encoding, Buffer>>;
