import type { ContentIssue } from "../../../contracts/content-schema.js";
import { invalidParams, notFound } from "../../../contracts/errors.js";
import { isUuid } from "../../../contracts/ids.js";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { emit, findListeners, type Listener } from "../../webhooks/index.js";
import { changersOf, recordChange } from "../../changes/index.js";
import { mentionsOf } from "../validity/mentions.js";
import { checkKnown } from "./check-document.js";
import { derivedColumns } from "./derived-columns.js";
import { type TypedDocument, readTypedDocumentUnchecked } from "./type-context.js";
import { nextMark, noteEvent } from "./history.js";
import { replaceEdges } from "./references.js";
import { nextMoment, requireVersion } from "./save-draft.js";
import { holdTargets, idsIn } from "./targets.js";

/** The queue of publishes that are to be followed by translations; the subject is the document's id. */
export const AUTO_TRANSLATE_QUEUE = "translation.publish";

/**
 * Publishes the draft at `baseVersion` (spec: States and transitions, Content document); `seen` is the document as
 * the caller found it. Of an unchanged published document nothing happens (decisions 10). Throws `conflict` for
 * another version, `invalid_params` for a draft that is not valid, `not_found` when the document is gone.
 */
export async function publishDocument(
  host: Host,
  accountId: string,
  seen: TypedDocument,
  baseVersion: number,
): Promise<TypedDocument> {
  for (let typed = seen; ; typed = await readAgain(host, seen)) {
    requireVersion(typed.document, baseVersion);
    if (typed.document.status === "published") return typed;
    const { id, projectId, draftBytes } = typed.document;
    const together = { line: changersOf(projectId), subject: id, bytes: draftBytes };
    const published = await host.transactTogether(together, (tx) => publishOnce(host, tx, accountId, typed));
    // null: the document or its type changed since they were read
    if (published !== null) return { ...typed, document: published };
  }
}

async function readAgain(host: Host, { document }: TypedDocument): Promise<TypedDocument> {
  const typed = await readTypedDocumentUnchecked(host.read, document.id);
  if (typed === null) throw notFound("Unknown document.");
  return typed;
}

/**
 * Locks the document and what its draft refers to, in the order of ids, and updates the document by one statement
 * that compares it with what was read; null when it has changed. A failed check rolls everything back.
 */
async function publishOnce(
  host: Host,
  tx: Tx,
  accountId: string,
  typed: TypedDocument,
): Promise<ContentDocument | null> {
  const { document, typeContext } = typed;
  const { id, projectId, draft } = document;
  const ids = [...idsIn(draft)].filter((target) => target !== id && isUuid(target));
  const before = await holdTargets(
    tx,
    projectId,
    ids.filter((target) => target < id),
  );
  // one way to the database and back for both
  const [published, listeners] = await Promise.all([
    compareAndSet(tx, accountId, typed),
    tx.once(`listeners of ${projectId}`, () => findListeners(tx, projectId)),
  ]);
  if (published === null) return null;
  const after = await holdTargets(
    tx,
    projectId,
    ids.filter((target) => target > id),
  );
  const mentions = mentionsOf(typeContext.schema, draft);
  const documents = new Map([...before, ...after]);
  requireValid(await checkKnown(tx, { typeContext, document, accountId, draft }, mentions, documents));
  noteEvent(tx, document);
  await replaceEdges(tx, document, mentions.documents);
  await announce(host, tx, typed, published, listeners);
  return published;
}

/** One statement, so that nothing is read twice. Returns the updated document; null when nothing matched. */
async function compareAndSet(
  tx: Tx,
  accountId: string,
  { document, typeContext }: TypedDocument,
): Promise<ContentDocument | null> {
  const now = nextMoment(document);
  const change = {
    status: "published" as const,
    isValid: true,
    publishedVersion: document.draftVersion,
    publishedAt: now,
    firstPublishedAt: document.firstPublishedAt ?? now,
    updatedAt: now,
    history: nextMark(document.history, { kind: "publish", authorId: accountId, now }),
    schemaVersion: typeContext.schemaVersion,
  };
  const changed = await tx.run(
    `UPDATE content_documents SET status = 'published', isValid = 1, published = draft, publishedVersion = draftVersion,
       publishedAt = ?, firstPublishedAt = ?, updatedAt = ?, history = ?, schemaVersion = ?
     WHERE id = ? AND draftVersion = ? AND history = ? AND EXISTS
       (SELECT 1 FROM content_types t WHERE t.id = ? AND t.latestVersion = ? AND t.deletedAt IS NULL)`,
    [
      now,
      change.firstPublishedAt,
      now,
      JSON.stringify(change.history),
      typeContext.schemaVersion,
      document.id,
      document.draftVersion,
      // the version does not show a publish and an unpublish in between; this does
      JSON.stringify(document.history),
      typeContext.typeId,
      typeContext.schemaVersion,
    ],
  );
  if (changed === 0) return null;
  // the other columns change when the schema is newer than the draft's last save
  if (document.schemaVersion !== typeContext.schemaVersion)
    await tx.update(
      ContentDocument,
      { id: document.id },
      derivedColumns(typeContext.schema, typeContext.locales.defaultLocale, document.draft),
    );
  return { ...document, ...change, published: document.draft };
}

/** Throws `invalid_params` with the first issues. */
function requireValid(issues: readonly ContentIssue[]): void {
  if (issues.length === 0) return;
  const first = issues.slice(0, NAMED).map(({ message }) => message);
  const rest = issues.length > NAMED ? [`And ${issues.length - NAMED} more.`] : [];
  throw invalidParams(["The draft is not valid:", ...first, ...rest].join(" "));
}
const NAMED = 5;

async function announce(
  host: Host,
  tx: Tx,
  { document: before, typeContext }: TypedDocument,
  { id, projectId, typeId, type, createdAt, updatedAt, draft }: ContentDocument,
  listeners: readonly Listener[],
): Promise<void> {
  const { schema, locales } = typeContext;
  const content = { schema, locales, before: before.published, after: draft, createdAt };
  const event = { projectId, documentId: id, type, publishedAt: updatedAt, content };
  await emit(host, tx, [{ kind: "document.publish", ...event }], listeners);
  if (typeContext.autoTranslate)
    await host.tasks.enqueue(tx, { queue: AUTO_TRANSLATE_QUEUE, subject: id, payer: projectId });
  recordChange(tx, projectId, [{ kind: "document", isPublished: true, typeId, documentId: id }]);
}
