import type { Body } from "./body-writer.js";

/** A reader: what it has to see, and how it tells whether a cached response still says it. */
export interface CacheReader<Dependencies> {
  /** The revision that they have to see. */
  readonly revision: number;
  /** Whether a response may be given, whatever has changed. */
  accepts(body: Body): boolean;
  /** Whether a response that was made of these dependencies as of a revision would be the same now. */
  stillHolds(dependencies: Dependencies, revision: number): Promise<boolean>;
  /** What the response that they made was made of, and about the memory that it takes. */
  noted(): { dependencies: Dependencies; bytes: number };
}

/** Bytes for responses, for those that lie in one piece besides, and for compressed ones. */
export interface ResponseBudgets {
  responses: number;
  joined: number;
  encoded: number;
}

export type Encoding = "br" | "gzip";

/** Compresses bodies for the cache. */
export interface Coder {
  /** Gives the coded bytes; null where too much is compressed already. */
  compress(encoding: Encoding, bytes: number, body: () => Buffer): Promise<Buffer | null>;
  /** Whether there is processor time to compress so many bytes for a response that may not be asked for again. */
  take(bytes: number): boolean;
}

/** A response in the cache. */
export interface Cached<Dependencies> {
  body: Body;
  dependencies: Dependencies;
  bytesOfDependencies: number;
  /** The revision as of which the body holds. */
  revision: number;
  /** How often it was asked for, lately above all; also in its editions before. */
  asked: number;
  /** Content has changed since: it only tells how much the next edition is wanted. */
  isOutdated: boolean;
}

/** The codings that a body was made in. */
export type Encoded = Partial<Record<Encoding, Buffer>>;
