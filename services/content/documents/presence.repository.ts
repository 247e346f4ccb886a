import { LessThan, MoreThan } from "typeorm";
import { MAX_WINDOWS } from "../../../contracts/content-presence.js";
import { ContentPresence } from "../../../entities/content-presence.js";
import { deleteBatch } from "../../../runtime/database/delete-batch.js";
import type { Host } from "../../../runtime/process/host.js";

/** The number of expired rows that one announcement removes; the next announcement removes more. */
const SWEPT_AT_ONCE = 200;

/** A window of an account that has a document open. */
export type OpenWindow = Pick<ContentPresence, "id" | "documentId" | "accountId">;

/** Returns the windows of a document that were announced after a time, at most as many as are kept. */
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

/** Removes some of the windows, of any document, that were last announced before the given time. */
export const sweepWindows = (host: Pick<Host, "read" | "transact">, before: number): Promise<unknown> =>
  deleteBatch(host, ContentPresence, { seenAt: LessThan(before) }, SWEPT_AT_ONCE);

export const removeWindow = (host: Pick<Host, "transact">, window: OpenWindow): Promise<unknown> =>
  host.transact((tx) => tx.delete(ContentPresence, { ...window }));

/** Notes the place of a window; a window that is not known yet is added when `mayAdd` is true. */
export const saveWindow = (
  host: Pick<Host, "transact">,
  window: OpenWindow,
  place: ContentPresence["place"],
  mayAdd: boolean,
): Promise<void> =>
  host.transact(async (tx) => {
    const now = { place, seenAt: Date.now() };
    if ((await tx.update(ContentPresence, { ...window }, now)) > 0 || !mayAdd) return;
    // An id that another window has already stays as it is, and so does one that the same window added a
    // moment ago.
    await tx.run(
      `INSERT INTO content_presences (id, documentId, accountId, place, seenAt) VALUES (?, ?, ?, ?, ?)
        ${tx.database.dialect === "sqlite" ? "ON CONFLICT (id) DO NOTHING" : "ON DUPLICATE KEY UPDATE id = id"}`,
      [window.id, window.documentId, window.accountId, place && JSON.stringify(place), now.seenAt],
    );
  });
