import { Readable } from "node:stream";
import type { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import { confirm } from "./commit-upload.js";
import { findObject } from "./object.repository.js";
import { stageUpload } from "./reservations.js";

export interface KeptFile {
  /** Id that the caller chooses: the same id is the same file. */
  id: string;
  ownerId: string;
  filename: string | null;
  contentType: string;
  bytes: Buffer;
  signal: AbortSignal;
}

/**
 * Stores bytes in memory as a committed object of the owner, who has not paid for them: they count against
 * the quota before they are written. May be repeated under the same id; a committed object stays as it is.
 * After a crash the object is staged, and the sweep of staged objects removes it. Throws `storage_limit`.
 */
export async function keepFile(host: Host, file: KeptFile): Promise<StorageObject> {
  const { id, ownerId, contentType, bytes, signal } = file;
  const known = await findObject(host.read, { id, ownerId });
  if (known?.state === "committed") return known;
  const staged = known ?? stagedOf(file);
  if (known === null) await host.transact((tx) => stageUpload(host, tx, staged, { isTicket: false }));
  const { sizeBytes } = await host.storage.write(id, Readable.from([bytes]), {
    contentType,
    maxBytes: bytes.length,
    signal,
  });
  return confirm(host, staged, sizeBytes);
}

const stagedOf = ({ id, ownerId, filename, contentType, bytes }: KeptFile): StorageObject => ({
  id,
  ownerId,
  filename,
  contentType,
  sizeBytes: bytes.length,
  origin: "generated",
  state: "staged",
  thumb: "none",
  width: null,
  height: null,
  durationMs: null,
  measuredAt: null,
  publishedAt: null,
  createdAt: Date.now(),
});
