import type { ContentIssue } from "../../../contracts/content-schema.js";
import { invalidParams, notFound } from "../../../contracts/errors.js";
import { isUuid } from "../../../contracts/ids.js";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { emit } from "../../webhooks/index.js";
import { recordChange } from "../record-change.js";
import { checkKnown } from "./check-document.js";
import { derivedColumns } from "./derived-columns.js";
import { type Frame, holdFrame, readFrame } from "./frame.js";
import { markEvent, noteEvent } from "./history.js";
import { replaceEdges } from "./references.js";
import { mentionsOf } from "../validity/mentions.js";
import { nextMoment, requireVersion } from "./save-draft.js";
import { holdTargets, idsIn } from "./targets.js";

/** Has a task for each publish that is to be followed by translations; the subject is the document's id. */
export const AUTO_TRANSLATE_QUEUE = "translation.publish";

interface Publishing {
  document: ContentDocument;
  frame: Frame;
}

/**
 * Publishes the draft at `baseVersion` (spec: States and transitions, Content document); `seen` is the document as
 * the caller found it. Of an unchanged published document nothing happens (decisions 10). Throws `conflict` for
 * another version, `invalid_params` for a draft that is not valid, `not_found` when the document is gone.
 */
export async function publishDocument(
  host: Host,
  accountId: string,
  seen: ContentDocument,
  baseVersion: number,
): Promise<Publishing> {
  for (let document = seen; ; document = await readAgain(host, seen.id)) {
    requireVersion(document, baseVersion);
    if (document.status === "published") return { document, frame: await requireFrame(host, document) };
    const published = await host.transact((tx) => publishOnce(host, tx, accountId, document));
    // null: somebody else was there first
    if (published !== null) return published;
  }
}

async function readAgain(host: Host, id: string): Promise<ContentDocument> {
  const document = await host.read.findOne(ContentDocument, { id });
  if (document === null) throw notFound("Unknown document.");
  return document;
}

async function requireFrame(host: Host, { typeId }: ContentDocument): Promise<Frame> {
  const frame = await readFrame(host.read, typeId);
  if (frame === null) throw notFound("Unknown document.");
  return frame;
}

/**
 * Locks in the order of ids what the draft names and the document itself, which is compared and set by one
 * statement; null when it is not as it was read. What is not right after all rolls everything back.
 */
async function publishOnce(
  host: Host,
  tx: Tx,
  accountId: string,
  document: ContentDocument,
): Promise<Publishing | null> {
  const { id, projectId, draft } = document;
  const ids = [...idsIn(draft)].filter((target) => target !== id && isUuid(target));
  const before = await holdTargets(
    tx,
    projectId,
    ids.filter((target) => target < id),
  );
  const published = await compareAndSet(tx, document);
  if (published === null) return null;
  const after = await holdTargets(
    tx,
    projectId,
    ids.filter((target) => target > id),
  );
  const frame = await holdFrame(tx, document.typeId);
  if (frame === null) throw notFound("Unknown document.");
  const documents = new Map([...before, ...after]);
  const mentions = mentionsOf(frame.schema, draft);
  requireValid(await checkKnown(tx, { frame, document, accountId, draft }, mentions, documents));
  const updated = await follow(tx, published, frame);
  await noteEvent(tx, document, updated.history, {
    kind: "publish",
    version: updated.draftVersion,
    schemaVersion: frame.schemaVersion,
    authorId: accountId,
    now: updated.updatedAt,
  });
  await replaceEdges(tx, document, mentions.documents);
  await announce(host, tx, document, { document: updated, frame });
  return { document: updated, frame };
}

async function compareAndSet(tx: Tx, document: ContentDocument): Promise<ContentDocument | null> {
  const now = nextMoment(document);
  const published: ContentDocument = {
    ...document,
    status: "published",
    isValid: true,
    published: document.draft,
    publishedVersion: document.draftVersion,
    publishedAt: now,
    firstPublishedAt: document.firstPublishedAt ?? now,
    updatedAt: now,
    history: markEvent(document.history),
  };
  // the mark of the history tells apart what the version does not: a publish and its end in between
  const changed = await tx.run(
    `UPDATE content_documents SET status = 'published', isValid = 1, published = draft, publishedVersion = draftVersion,
       publishedAt = ?, firstPublishedAt = ?, updatedAt = ?, history = ?
     WHERE id = ? AND draftVersion = ? AND history = ?`,
    [
      now,
      published.firstPublishedAt,
      now,
      JSON.stringify(published.history),
      document.id,
      document.draftVersion,
      JSON.stringify(document.history),
    ],
  );
  return changed === 0 ? null : published;
}

/** Throws `invalid_params` that names the first issues. */
function requireValid(issues: readonly ContentIssue[]): void {
  if (issues.length === 0) return;
  const first = issues.slice(0, NAMED).map(({ message }) => message);
  const rest = issues.length > NAMED ? [`And ${issues.length - NAMED} more.`] : [];
  throw invalidParams(["The draft is not valid:", ...first, ...rest].join(" "));
}
const NAMED = 5;

/** What follows from a schema that is newer than the draft's last save. */
async function follow(tx: Tx, document: ContentDocument, frame: Frame): Promise<ContentDocument> {
  if (document.schemaVersion === frame.schemaVersion) return document;
  const columns = {
    schemaVersion: frame.schemaVersion,
    ...derivedColumns(frame.schema, frame.locales.defaultLocale, document.draft),
  };
  await tx.update(ContentDocument, { id: document.id }, columns);
  return { ...document, ...columns };
}

async function announce(
  host: Host,
  tx: Tx,
  before: ContentDocument,
  { document, frame }: Publishing,
): Promise<void> {
  const { id, projectId, typeId, type, createdAt, draft } = document;
  await emit(host, tx, [
    {
      kind: "document.publish",
      projectId,
      documentId: id,
      type,
      publishedAt: document.updatedAt,
      content: {
        schema: frame.schema,
        locales: frame.locales,
        before: before.published,
        after: draft,
        createdAt,
      },
    },
  ]);
  if (frame.autoTranslate)
    await host.tasks.enqueue(tx, { queue: AUTO_TRANSLATE_QUEUE, subject: id, payer: projectId });
  await recordChange(tx, projectId, [{ kind: "document", isPublished: true, typeId, documentId: id }]);
}
