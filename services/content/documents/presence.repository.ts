import { LessThan, MoreThan } from "typeorm";
import { MAX_WINDOWS } from "../../../contracts/content-presence.js";
import { ContentPresence } from "../../../entities/content-presence.js";
import { deleteBatch } from "../../../runtime/database/delete-batch.js";
import type { Host } from "../../../runtime/process/host.js";

/** Rows that are over and that one announcement removes; the rest goes with the next one. */
const SWEPT_AT_ONCE = 200;

/** A window of an account that has a document open. */
export type OpenWindow = Pick<ContentPresence, "id" | "documentId" | "accountId">;

/** The windows of a document that were heard of since then, at most as many as are kept. */
export const findWindows = (
  host: Pick<Host, "read">,
  documentId: string,
  since: number,
): Promise<ContentPresence[]> =>
  host.read.find(
    ContentPresence,
    { documentId, seenAt: MoreThan(since) },
    { order: { id: "ASC" }, limit: MAX_WINDOWS },
  );

/** Removes some of the windows, of any document, that were heard of before then. */
export const sweepWindows = (host: Pick<Host, "read" | "transact">, before: number): Promise<unknown> =>
  deleteBatch(host, ContentPresence, { seenAt: LessThan(before) }, SWEPT_AT_ONCE);

export const removeWindow = (host: Pick<Host, "transact">, window: OpenWindow): Promise<unknown> =>
  host.transact((tx) => tx.delete(ContentPresence, { ...window }));

/** Notes where a window is; one that is not known yet is added when `mayAdd`. */
export const noteWindow = (
  host: Pick<Host, "transact">,
  window: OpenWindow,
  place: ContentPresence["place"],
  mayAdd: boolean,
): Promise<void> =>
  host.transact(async (tx) => {
    const now = { place, seenAt: Date.now() };
    if ((await tx.update(ContentPresence, { ...window }, now)) > 0 || !mayAdd) return;
    // An id that is another window's already stays what it is, and so does one that the same window added a moment ago.
    await tx.run(
      `INSERT INTO content_presences (id, documentId, accountId, place, seenAt) VALUES (?, ?, ?, ?, ?)
        ${tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO NOTHING" : "ON DUPLICATE KEY UPDATE id = id"}`,
      [window.id, window.documentId, window.accountId, place && JSON.stringify(place), now.seenAt],
    );
  });
