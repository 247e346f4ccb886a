import { Readable } from "node:stream";
import type { Host } from "../../runtime/process/host.js";
import { findObject } from "./object.repository.js";

export interface Result {
  storageId: string;
  contentType: string;
  body: Buffer | Readable;
  /** A result is kept whatever the quota says (rules/generation 9); this only bounds what a broken upstream can send. */
  maxBytes: number;
  signal: AbortSignal;
  /** Whether nobody else can have claimed it: then the database is not asked. */
  isSurelyOurs?(): boolean;
}

/**
 * Writes a result's bytes under its id; nothing refers to them before `claimResults`. May be repeated; one that is
 * claimed already stays as it is. Errors of the source or the store are thrown on.
 */
export async function writeResult(
  host: Host,
  { storageId, contentType, body, maxBytes, signal, isSurelyOurs = () => false }: Result,
): Promise<{ sizeBytes: number }> {
  const claimed = isSurelyOurs() ? null : await findObject(host.read, { id: storageId });
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
