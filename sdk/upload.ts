import type { Connection } from "./connection.js";
import { storageCommit, storageTicket } from "./generated/operations.js";
import type { StorageCommitResult } from "./generated/types.js";
import { KilnError, UnreachableError } from "./kiln-error.js";
import { put, type Source } from "./put.js";
import { backoff, sleep } from "./wait-for.js";

export type { Source } from "./put.js";

export interface UploadOptions {
  /** Needed unless the source is a File or Blob that knows it. */
  contentType?: string | undefined;
  /** Needed for streams: a ticket is for a size. */
  sizeBytes?: number | undefined;
  /** Default: the File's own. */
  filename?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Bytes that have left, which may fall back to 0 where a try failed. */
  onProgress?: ((progress: { sentBytes: number; totalBytes: number }) => void) | undefined;
  /** How often the bytes are sent again; 4 unless said otherwise. A stream itself is sent once: give a function that opens it. */
  retries?: number | undefined;
}

const WAITS = { first: 500, most: 8000 };

/**
 * Stores a file: ticket, bytes, commit. Where the bytes did not get through they are sent again, with a new ticket when the
 * store refuses the first. Throws a TypeError where size or type are not known.
 */
export async function upload(
  { connection }: { readonly connection: Connection },
  source: Source,
  options: UploadOptions = {},
): Promise<StorageCommitResult> {
  const { signal, onProgress, retries = 4 } = options;
  const asked = describe(source, options);
  let ticket = await connection.call(storageTicket, asked, { signal });
  for (let tries = 0; ; tries++) {
    try {
      await put(ticket.uploadUrl, source, {
        contentType: asked.contentType,
        totalBytes: asked.sizeBytes,
        signal,
        onProgress: (sentBytes) => onProgress?.({ sentBytes, totalBytes: asked.sizeBytes }),
      });
      break;
    } catch (error) {
      if (signal?.aborted || source instanceof ReadableStream || tries >= retries || !mayHelp(error))
        throw error;
      await sleep(backoff(tries, WAITS), signal);
      if (error instanceof KilnError && error.status >= 400 && error.status < 500)
        ticket = await connection.call(storageTicket, asked, { signal });
    }
  }
  return commit(connection, ticket.storageId, signal);
}

/** A commit may be repeated. */
async function commit(
  connection: Connection,
  storageId: string,
  signal: AbortSignal | undefined,
): Promise<StorageCommitResult> {
  for (let tries = 0; ; tries++) {
    try {
      return await connection.call(storageCommit, { storageId }, { signal });
    } catch (error) {
      const isAgain =
        error instanceof UnreachableError || (error instanceof KilnError && error.status === 503);
      if (!isAgain || signal?.aborted || tries >= 4) throw error;
      await sleep(backoff(tries, WAITS), signal);
    }
  }
}

/** No answer, a fault of the store, or a ticket that has run out. */
const mayHelp = (error: unknown): boolean =>
  error instanceof UnreachableError ||
  (error instanceof KilnError && (error.status >= 500 || error.status === 429 || error.status === 403));

function describe(
  source: Source,
  { contentType, sizeBytes, filename }: UploadOptions,
): { contentType: string; sizeBytes: number; filename?: string | undefined } {
  const isBlob = source instanceof Blob;
  const size = isBlob ? source.size : source instanceof Uint8Array ? source.byteLength : sizeBytes;
  const type = contentType ?? (isBlob && source.type !== "" ? source.type : undefined);
  if (size === undefined) throw new TypeError("sizeBytes is missing: a stream does not tell its size.");
  if (type === undefined) throw new TypeError("contentType is missing.");
  const own = isBlob && "name" in source && typeof source.name === "string" ? source.name : undefined;
  return { contentType: type, sizeBytes: size, filename: filename ?? own };
}
