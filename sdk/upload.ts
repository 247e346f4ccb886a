import type { Connection } from "./connection.js";
import { storageCommit, storageTicket } from "./generated/operations.js";
import type { StorageCommitResult } from "./generated/types.js";
import { KilnError, UnreachableError } from "./kiln-error.js";
import { put, type Source } from "./put.js";
import { backoff, sleep } from "./wait-for.js";

export type { Source } from "./put.js";

export interface UploadOptions {
  /** The content type; required unless the source is a File or Blob with a type. */
  contentType?: string | undefined;
  /** The size in bytes; required for a stream, because a ticket is made for a size. */
  sizeBytes?: number | undefined;
  /** The file name; the name of the File by default. */
  filename?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the bytes that were sent; they fall back to 0 after a failed try. */
  onProgress?: ((progress: { sentBytes: number; totalBytes: number }) => void) | undefined;
  /**
   * Number of repetitions of sending the bytes; 4 by default. A stream is sent once: pass a function that
   * opens it instead.
   */
  retries?: number | undefined;
}

const WAITS = { first: 500, most: 8000 };

/**
 * Stores a file: gets a ticket, sends the bytes, and commits. Bytes that did not get through are sent again,
 * with a new ticket if the store refused the first one. Throws a TypeError if the size or the type is
 * unknown.
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

/** Commits an upload, which is safe to repeat. */
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

/** Tells whether another try may help: no answer came, the store failed, or the ticket has expired. */
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
