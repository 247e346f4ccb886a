import { isPublishable } from "../../../contracts/content-schema.js";
import { invalidParams } from "../../../contracts/errors.js";
import { isUuid } from "../../../contracts/ids.js";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Host } from "../../../runtime/host.js";
import type { Tx } from "../../../runtime/transaction.js";
import { findPublishTriggers, firePublished } from "../../workflows/index.js";
import { emit, findListeners, type Listener } from "../../webhooks/index.js";
import { changersOf, recordChange } from "../../changes/index.js";
import { type Mentions, mentionsOf } from "../validity/mentions.js";
import { checkKnown } from "./check-document.js";
import { derivedColumns } from "./derived-columns.js";
import { seesTogether } from "../see-project.js";
import { lockTogether, unknownDocument } from "./find-document.js";
import { lockTypeContext, type TypeContext, type TypedDocument } from "./type-context.js";
import { type Author, nextMark, noteEvent } from "./history.js";
import type { Place } from "./places.js";
import { keepPublishBudget } from "./publish-budget.js";
import { replaceEdges } from "./references.js";
import { nextMoment, requireVersion } from "./save-draft.js";
import { writePublished } from "./write-published.js";
import { holdTargets, idsIn } from "./targets.js";

/** The queue of publishes that are to be followed by translations; the subject is the document's id. */
export const AUTO_TRANSLATE_QUEUE = "translation.publish";

/**
 * Publishes the draft at `baseVersion` (spec: States and transitions, Content document). Of an unchanged published
 * document nothing happens (decisions 10), but it is checked again when its type has changed. Throws `conflict` for another version, `invalid_params` for a draft that is
 * not valid, `not_found` when the document is gone, or hidden from the account.
 */
export function publishDocument(
  host: Host,
  { id, author, place, baseVersion, isByRun = false, budgetId }: Publish,
): Promise<TypedDocument> {
  const { accountId } = author;
  const { projectId, typeId, bytes } = place;
  return host.transactTogether({ line: changersOf(projectId), subject: id, bytes }, async (tx) => {
    // one way to the database and back for all of it
    const [sees, document, typeContext, listeners, triggers] = await Promise.all([
      seesTogether(tx, accountId, projectId),
      lockTogether(tx, id),
      tx.once(`type ${typeId}`, () => lockTypeContext(tx, typeId)),
      tx.once(`listeners of ${projectId}`, () => findListeners(tx, projectId)),
      // a publish by a run starts no other one
      isByRun ? [] : tx.once(`triggers of ${projectId}`, () => findPublishTriggers(tx, projectId)),
    ]);
    if (!sees || document === null || typeContext === null) throw unknownDocument();
    const typed = { document, typeContext };
    requireVersion(document, baseVersion);
    if (document.status === "published" && isCheckedBy(typeContext, document)) return typed;
    const mentions = await requireValid(tx, accountId, typed);
    if (document.status === "published") return typed;
    const published = await setPublished(tx, author, typed);
    noteEvent(tx, document);
    await replaceEdges(tx, document, mentions.documents);
    await announce(host, tx, typed, published, { listeners, budgetId });
    await firePublished(host, tx, published, { triggers, budgetId });
    return { document: published, typeContext };
  });
}

/** Whether the last check of the draft was one by the type as it is now, and found it valid. */
const isCheckedBy = ({ schemaVersion }: TypeContext, document: ContentDocument): boolean =>
  document.isValid && document.schemaVersion === schemaVersion;

/** Who publishes what. */
export interface Publish {
  id: string;
  author: Author;
  /** Where the account has found it. */
  place: Place;
  baseVersion: number;
  /** A run of a workflow publishes: that starts no other one. */
  isByRun?: boolean;
  /** Of the credential that publishes: what follows counts against it. */
  budgetId?: string | null | undefined;
}

async function setPublished(
  tx: Tx,
  author: Author,
  { document, typeContext }: TypedDocument,
): Promise<ContentDocument> {
  const now = nextMoment(document);
  const change = {
    status: "published" as const,
    isValid: true,
    publishedVersion: document.draftVersion,
    publishedAt: now,
    firstPublishedAt: document.firstPublishedAt ?? now,
    updatedAt: now,
    history: nextMark(document.history, { kind: "publish", author, now }),
    schemaVersion: typeContext.schemaVersion,
  };
  const row = { ...change, id: document.id };
  tx.collect(`documents published in ${document.projectId}`, [row], writePublished);
  // the other columns change when the schema is newer than the draft's last save
  if (document.schemaVersion !== typeContext.schemaVersion)
    await tx.update(
      ContentDocument,
      { id: document.id },
      derivedColumns(typeContext.schema, typeContext.locales.defaultLocale, document.draft),
    );
  return { ...document, ...change, published: document.draft };
}

/**
 * Locks what the draft refers to, in the order of ids. Throws `invalid_params` with the first issues.
 */
async function requireValid(
  tx: Tx,
  accountId: string,
  { document, typeContext }: TypedDocument,
): Promise<Mentions> {
  const { id, projectId, draft } = document;
  const ids = [...idsIn(draft)].filter((target) => target !== id && isUuid(target));
  const documents = await holdTargets(tx, projectId, ids);
  const mentions = mentionsOf(typeContext.schema, draft);
  const found = await checkKnown(tx, { typeContext, document, accountId, draft }, mentions, documents);
  const issues = found.filter((issue) => !isPublishable([issue]));
  if (issues.length === 0) return mentions;
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
  { listeners, budgetId }: { listeners: readonly Listener[]; budgetId: Publish["budgetId"] },
): Promise<void> {
  const { schema, locales } = typeContext;
  const content = { schema, locales, before: before.published, after: draft, createdAt };
  const event = { projectId, documentId: id, type, publishedAt: updatedAt, content };
  await emit(host, tx, [{ kind: "document.publish", ...event }], listeners);
  if (typeContext.autoTranslate) {
    await keepPublishBudget(tx, id, budgetId);
    await host.tasks.enqueue(tx, { queue: AUTO_TRANSLATE_QUEUE, subject: id, payer: projectId });
  }
  recordChange(tx, projectId, [{ kind: "document", isPublished: true, typeId, documentId: id }]);
}
