import { Readable } from "node:stream";
import type { Host } from "../../runtime/process/host.js";
import { findObject } from "./object.repository.js";
import { removeFiles } from "./remove-files.js";

export interface Result {
  storageId: string;
  contentType: string;
  body: Buffer | Readable;
  /**
   * Bytes that a broken upstream may send at most; a result is stored whatever the quota (rules/generation
   * 9).
   */
  maxBytes: number;
  signal: AbortSignal;
  /** Returns true when no other worker can have claimed the result; then the database is not asked. */
  isSurelyOurs?(): boolean;
  /** Reads of the database go through it: a body that streams comes only once, and must not be lost when the database is away. */
  untilRead?<T>(read: () => Promise<T>): Promise<T>;
}

/**
 * Writes a result's bytes under its id; nothing refers to them before `claimResults`. May be repeated; a
 * claimed result stays as it is. Throws the errors of the source and of the store.
 */
export async function writeResult(
  host: Pick<Host, "read" | "storage">,
  {
    storageId,
    contentType,
    body,
    maxBytes,
    signal,
    isSurelyOurs = () => false,
    untilRead = (read) => read(),
  }: Result,
): Promise<{ sizeBytes: number }> {
  const claimed = isSurelyOurs() ? null : await untilRead(() => findObject(host.read, { id: storageId }));
  if (claimed !== null) {
    if (body instanceof Readable) body.destroy();
    return { sizeBytes: claimed.sizeBytes };
  }
  const source = body instanceof Readable ? body : Readable.from([body]);
  const { sizeBytes } = await host.storage.write(storageId, source, {
    contentType,
    maxBytes,
    signal,
  });
  return { sizeBytes };
}

/**
 * Removes the bytes of a result that no work claimed. May be repeated, and leaves a claimed result alone: a
 * worker that woke up late may hold the same result as the worker that took over its job and finished it.
 */
export async function dropResult(host: Pick<Host, "read" | "storage">, storageId: string): Promise<void> {
  if ((await findObject(host.read, { id: storageId })) === null) await removeFiles(host, storageId);
}
