import { randomUUID } from "node:crypto";
import type { createTicket } from "../../contracts/storage.js";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import type { Host } from "../../runtime/process/host.js";
import { acceptedType } from "./accepted-types.js";
import { MAX_FILE_BYTES, overMaxFile } from "./max-file.js";
import { stageUpload, TICKET_MS } from "./reservations.js";
import { askStore } from "./ask-store.js";

/**
 * Stages an object and signs the URL that takes its bytes for an hour. Throws `invalid_params` for a type
 * that is not accepted, `payload_too_large` over 1 GB, `storage_limit` when the file would exceed the quota,
 * `rate_limited` when 100 uploads of the account wait.
 */
export async function issueTicket(
  host: Pick<Host, "config" | "transact" | "storage">,
  ownerId: string,
  { contentType: given, sizeBytes, filename }: ParamsOf<typeof createTicket>,
): Promise<ResultOf<typeof createTicket>> {
  const contentType = acceptedType(given);
  if (sizeBytes > MAX_FILE_BYTES) throw overMaxFile();
  const storageId = randomUUID();
  const now = Date.now();
  await host.transact((tx) =>
    stageUpload(
      host,
      tx,
      {
        id: storageId,
        ownerId,
        // The name is kept as it came, except for halves of characters that no database takes; it is made
        // safe on reading (rules/storage 6).
        filename: filename?.toWellFormed() || null,
        contentType,
        sizeBytes,
        origin: "upload",
        state: "staged",
        thumb: "none",
        width: null,
        height: null,
        durationMs: null,
        measuredAt: null,
        publishedAt: null,
        createdAt: now,
      },
      { isTicket: true },
    ),
  );
  const expiresAt = now + TICKET_MS;
  const { url } = await askStore(
    host.storage.signPut(storageId, { contentType, maxBytes: sizeBytes, expiresAt }),
  );
  return { storageId, uploadUrl: url, expiresAt: new Date(expiresAt).toISOString() };
}
