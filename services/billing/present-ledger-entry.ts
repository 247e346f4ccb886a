import type { LedgerEntryView } from "../../contracts/billing.js";
import type { LedgerEntry } from "../../entities/ledger-entry.js";

/** A freshly signed object as the storage area returns it. */
export interface SignedPreview {
  contentType: string;
  url: string;
  thumbUrl: string | null;
}

/**
 * Returns a ledger entry as callers see it. The actor is named if it is not the payer (rules/billing 32).
 * `preview` is null if nothing was made or its object is gone; a sound has no preview URL.
 */
export function presentLedgerEntry(entry: LedgerEntry, preview: SignedPreview | null): LedgerEntryView {
  const previewUrl = preview === null ? null : pictureOf(preview);
  const isOwn = entry.actorId === null || entry.actorId === entry.accountId;
  return {
    id: entry.id,
    kind: entry.kind,
    deltaCredits: entry.deltaCredits,
    ref: entry.ref,
    note: entry.note,
    createdAt: new Date(entry.createdAt).toISOString(),
    projectId: entry.projectId,
    actorUserId: isOwn ? null : entry.actorId,
    actorEmail: isOwn ? null : entry.actorEmail,
    previewUrl,
    previewKind: previewUrl === null ? null : entry.previewKind,
  };
}

function pictureOf({ contentType, url, thumbUrl }: SignedPreview): string | null {
  return thumbUrl ?? (/^(image|video)\//.test(contentType) ? url : null);
}
