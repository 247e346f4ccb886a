import { getUsage } from "../../contracts/billing.js";
import type { ParamsOf, ResultOf } from "../../contracts/contract.js";
import { signMedia } from "../../contracts/storage.js";
import type { LedgerEntry } from "../../entities/ledger-entry.js";
import type { ActionContext } from "../../runtime/context.js";
import type { Host } from "../../runtime/host.js";
import { remainingOf } from "./balance.js";
import { readBalance } from "./balance.repository.js";
import { countEntries, listEntries } from "./ledger.repository.js";
import { presentLedgerEntry, type SignedPreview } from "./present-ledger-entry.js";

/** The caller's ledger, newest first, with fresh preview URLs for the page's entries only. */
export async function listUsage(
  host: Host,
  context: ActionContext,
  page: ParamsOf<typeof getUsage>,
): Promise<ResultOf<typeof getUsage>> {
  const { accountId } = context.auth;
  const [balance, entries, total] = await Promise.all([
    readBalance(host.read, accountId),
    listEntries(host.read, accountId, page),
    countEntries(host.read, accountId),
  ]);
  const previews = await signPreviews(context, entries);
  return {
    entries: entries.map((entry) =>
      presentLedgerEntry(entry, previews.get(entry.previewStorageId ?? "") ?? null),
    ),
    remainingCredits: remainingOf(balance),
    total,
  };
}

/** By storage id; objects that are gone are left out. */
async function signPreviews(
  context: ActionContext,
  entries: readonly LedgerEntry[],
): Promise<Map<string, SignedPreview>> {
  const storageIds = [...new Set(entries.flatMap(({ previewStorageId }) => previewStorageId ?? []))];
  if (storageIds.length === 0) return new Map();
  const { objects } = await context.call(signMedia, { storageIds, thumbs: true });
  return new Map(objects.map((object) => [object.storageId, object]));
}
