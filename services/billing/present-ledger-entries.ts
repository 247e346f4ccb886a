import type { LedgerEntryView } from "../../contracts/billing.js";
import { signMedia } from "../../contracts/storage.js";
import type { LedgerEntry } from "../../entities/ledger-entry.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import { presentLedgerEntry, type SignedPreview } from "./present-ledger-entry.js";

/** Returns a page of entries, with all preview URLs signed in one call. */
export async function presentLedgerEntries(
  context: ActionContext,
  entries: readonly LedgerEntry[],
): Promise<LedgerEntryView[]> {
  const previews = await signPreviews(context, entries);
  return entries.map((entry) =>
    presentLedgerEntry(entry, previews.get(entry.previewStorageId ?? "") ?? null),
  );
}

/** Signs the preview objects and returns them by storage id; missing objects are left out. */
async function signPreviews(
  context: ActionContext,
  entries: readonly LedgerEntry[],
): Promise<Map<string, SignedPreview>> {
  const storageIds = [...new Set(entries.flatMap(({ previewStorageId }) => previewStorageId ?? []))];
  if (storageIds.length === 0) return new Map();
  const { objects } = await context.call(signMedia, { storageIds, thumbs: true });
  return new Map(objects.map((object) => [object.storageId, object]));
}
