import { type ContentFields, type ContentIssue, isPublishable } from "../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { recordChanges } from "../../changes/index.js";
import { checkDocument } from "./check-document.js";
import { type DraftNext, withComputed } from "./compute-before-lock.js";
import { noteWeight } from "./compact-draft.js";
import { lockDraft } from "./lock-document.js";
import { updateDocument } from "./document.repository.js";
import { derivedColumns } from "./derived-columns.js";
import type { DraftServices } from "./draft-services.js";
import { bytesOf, type DraftNow, type LiveState, saveState } from "./draft-state.repository.js";
import type { TypeContext } from "../types/type-context.repository.js";
import { type Author, nextMoment, noteSave, requireVersion } from "./history.js";
import { requireSize } from "./require-size.js";
import { requireRoom } from "../room/require-room.js";

/** The author, the document and the kind of a save. */
export interface Save {
  documentId: string;
  author: Author;
  /** The kind of the revision that the save is part of. */
  kind: "draft" | "restore";
  /** The only version onto which the save may be made; undefined for any version. */
  baseVersion?: number | undefined;
  /** The bytes of the draft when the document was found; left out where nobody knows them. */
  draftBytes?: number | undefined;
}

/** A save that is committed. */
export interface Saved<N extends DraftNext> {
  document: ContentDocument;
  typeContext: TypeContext;
  issues: ContentIssue[];
  epoch: number;
  live: LiveState | null;
  /** The result of the change, with the fields that it added. */
  next: N;
}

/**
 * Saves a draft. All writers of drafts use this function: a full replace, an editor's update, a restored
 * revision, a translation and an agent's merge are each a `change`. A change runs inside the transaction or, where it needs a
 * thread, before it, and may run several times, so it only computes. A draft that is not valid is saved too, with its issues
 * (rules/content 10). The status `published` becomes `changed`. Throws `not_found` when the document is gone
 * or its author not in the project any more, `conflict` for another `baseVersion` and like `withComputed`, `invalid_params` for a
 * draft above MAX_DRAFT_BYTES, `storage_limit` like `requireRoom`, and `rate_limited` when too many wait for the document.
 */
export function saveDraft<N extends DraftNext>(
  draftServices: DraftServices,
  save: Save,
  change: (now: DraftNow) => Promise<N>,
): Promise<Saved<N>> {
  const { host, mutex, largeDocuments } = draftServices;
  const { documentId, baseVersion, draftBytes = 0 } = save;
  const onBase = (now: DraftNow) => {
    requireVersion(now.document, baseVersion);
    return change(now);
  };
  return mutex.take(documentId, async () => {
    largeDocuments.noteBytes(documentId, draftBytes);
    const saved = await withComputed(draftServices, documentId, onBase, (made) =>
      host.transact((tx) => saveDraftIn(host, tx, save, made)),
    );
    largeDocuments.noteStored(documentId, Math.max(bytesOf(saved.live), saved.document.draftBytes));
    return saved;
  });
}

/** Saves inside the caller's transaction. Throws like `saveDraft`. */
export async function saveDraftIn<N extends DraftNext>(
  host: Pick<Host, "config">,
  tx: Tx,
  save: Save,
  change: (now: DraftNow) => Promise<N>,
): Promise<Saved<N>> {
  const { accountId, actor } = save.author;
  // A translation that has begun continues without the member who asked for it, because the project's owner
  // pays for it.
  const now = await lockDraft(tx, save.documentId, actor === "translation" ? null : accountId);
  requireVersion(now.document, save.baseVersion);
  return store(host, tx, save, now, await change(now));
}

async function store<N extends DraftNext>(
  host: Pick<Host, "config">,
  tx: Tx,
  save: Save,
  now: DraftNow,
  next: N,
): Promise<Saved<N>> {
  const { typeContext } = now;
  const { fields } = next;
  const epoch = next.epoch ?? now.epoch;
  const live = next.live ?? now.live;
  const draftBytes = next.isChanged ? requireSize(fields) : now.document.draftBytes;
  if (next.live !== null && next.live !== now.live)
    await saveState(tx, now, next.live, { epoch, editedAt: next.editedAt });
  await noteWeight(tx, now, { live, draftBytes });
  const issues = await checkDocument(tx, {
    typeContext,
    document: now.document,
    accountId: save.author.accountId,
    draft: fields,
    tellsUnlinked: save.author.actor === "agent",
  });
  const checked = { isValid: isPublishable(issues), schemaVersion: typeContext.schemaVersion };
  const document = next.isChanged
    ? await writeDraft(host, tx, save, now, { fields, draftBytes, ...checked })
    : await writeCheck(tx, now.document, checked);
  return { document, typeContext, issues, epoch, live, next };
}

async function writeDraft(
  host: Pick<Host, "config">,
  tx: Tx,
  save: Save,
  { document: before, typeContext }: DraftNow,
  {
    fields,
    ...measured
  }: {
    fields: ContentFields;
    draftBytes: number;
    isValid: boolean;
    schemaVersion: number;
  },
): Promise<ContentDocument> {
  const now = nextMoment(before);
  const version = before.draftVersion + 1;
  const { history, growth: kept } = await noteSave(tx, before, { kind: save.kind, author: save.author, now });
  const growth = measured.draftBytes - before.draftBytes + kept;
  const { id: documentId, projectId, typeId } = before;
  await requireRoom(host.config.contentBytes, tx, { projectId, accountId: save.author.accountId, growth });
  const change = {
    status: before.status === "draft" ? ("draft" as const) : ("changed" as const),
    draftVersion: version,
    draft: fields,
    ...measured,
    ...changedOf(before, {
      ...derivedColumns(typeContext.schema, typeContext.locales.defaultLocale, fields),
      history,
    }),
    updatedAt: now,
  };
  await updateDocument(tx, documentId, change);
  recordChanges(tx, projectId, [{ kind: "document", isPublished: false, typeId, documentId }], growth);
  return { ...before, ...change };
}

/**
 * Stores the check of a draft that does not change: it is still checked against the current schema
 * (rules/content 24).
 */
async function writeCheck(
  tx: Tx,
  before: ContentDocument,
  checked: { isValid: boolean; schemaVersion: number },
): Promise<ContentDocument> {
  const change = changedOf(before, checked);
  if (Object.keys(change).length > 0) await updateDocument(tx, before.id, change);
  return { ...before, ...checked };
}

/** Returns only the columns that differ, so that indexes on the others are not touched. */
function changedOf<C extends Partial<ContentDocument>>(before: ContentDocument, columns: C): Partial<C> {
  return Object.fromEntries(
    Object.entries(columns).filter(([name, value]) => before[name as keyof ContentDocument] !== value),
  ) as Partial<C>;
}
