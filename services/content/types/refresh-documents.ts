import { setImmediate } from "node:timers/promises";
import { isLocalized } from "../../../contracts/content-values.js";
import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import { ContentDocument } from "../../../entities/content-document.js";
import type { Host } from "../../../runtime/host.js";
import type { ClaimedTask, TaskHandler } from "../../../runtime/tasks/task-handler.js";
import type { Reader, Tx } from "../../../runtime/transaction.js";
import { derivedColumns, textsOf } from "../documents/derived-columns.js";
import { type Frame, holdFrame, readFrame } from "../documents/frame.js";

/** The subject is a type whose documents' derived columns are behind its schema or the default locale. */
const REFRESH_QUEUE = "content.refresh";

/** How long the request itself goes on; the task does the rest. Below what a call may take. */
const WITHIN_MS = 2000;

/** When the task looks after a refresh whose process died. */
const TASK_AFTER_MS = 10_000;

/** Some milliseconds' work, after which others come. */
const BATCH = 25;
/** Of drafts at once in memory; a single one may be larger. */
const BATCH_BYTES = 1024 * 1024;

type Of = Pick<ContentSchema, "fields" | "titleField">;

/**
 * What the derived columns of documents (titles in lists, search, missing translations) depend on beside their
 * drafts. Two equal ones derive the same.
 */
export function derivationOf(
  { fields, titleField }: Of,
  { defaultLocale }: Pick<Locales, "defaultLocale">,
): string {
  const title = fields.find(({ name }) => name === titleField);
  const titleLocale = title !== undefined && isLocalized(title) ? defaultLocale : null;
  return JSON.stringify([title?.name ?? null, titleLocale, textsOf(fields)]);
}

/** In the transaction that changes what the documents of a type derive from; `refreshNow` follows its commit. */
export const planRefresh = (host: Host, tx: Tx, type: { id: string; projectId: string }): Promise<void> =>
  host.tasks.enqueue(tx, {
    queue: REFRESH_QUEUE,
    subject: type.id,
    payer: type.projectId,
    afterMs: TASK_AFTER_MS,
  });

/** Brings the documents of types up to date, so that whoever asked sees it; what takes longer is left to the tasks. */
export async function refreshNow(host: Host, typeIds: readonly string[]): Promise<void> {
  const until = Date.now() + WITHIN_MS;
  for (const typeId of typeIds) {
    const isDone = await refresh(
      host,
      typeId,
      () => Date.now() > until,
      (tx) => host.tasks.drop(tx, REFRESH_QUEUE, typeId),
    ).catch((error: unknown) => {
      host.log.warn({ err: error, typeId }, "the documents of a changed type are left to its task");
      return false;
    });
    if (!isDone) await host.transact((tx) => host.tasks.hasten(tx, REFRESH_QUEUE, typeId));
  }
}

/** Goes on with what requests did not finish; tried for as long as it takes. */
export const refreshTask = (host: Host): TaskHandler => ({
  queue: REFRESH_QUEUE,
  concurrency: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run(task: ClaimedTask) {
    const isDone = await refresh(
      host,
      task.subject,
      () => task.signal.aborted,
      (tx) => task.complete(tx),
    );
    return isDone ? undefined : { again: { afterMs: 0 } };
  },
});

/** False: it was stopped, or the type changed again meanwhile. May be repeated. */
async function refresh(
  host: Host,
  typeId: string,
  isStopped: () => boolean,
  end: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  const before = await stateOf(host.read, typeId);
  let place: Place | null = { createdAt: 0, id: "" };
  while (place !== null) {
    if (isStopped()) return false;
    place = await refreshBatch(host, typeId, place);
    // an embedded database answers without leaving the event loop
    await setImmediate();
  }
  if ((await stateOf(host.read, typeId)) !== before) return false;
  await host.transact(async (tx) => {
    // the task's row first: a change that plans again either waits for it, or is seen by the look after it
    await end(tx);
    if ((await stateOf(tx, typeId)) !== before) throw new Error("The type changed while its refresh ended.");
  });
  return true;
}

async function stateOf(read: Reader, typeId: string): Promise<string> {
  const frame = await readFrame(read, typeId);
  return frame === null ? "" : derivationOf(frame.schema, frame.locales);
}

/** Where a walk over the documents of a type has come to. */
interface Place {
  createdAt: number;
  id: string;
}

/** Gives where to go on; null at the end. */
async function refreshBatch(host: Host, typeId: string, after: Place): Promise<Place | null> {
  const found = await host.read.query<Place & { draftBytes: number }>(
    `SELECT id, createdAt, draftBytes FROM content_documents
      WHERE typeId = ? AND (createdAt > ? OR (createdAt = ? AND id > ?)) ORDER BY createdAt, id LIMIT ${BATCH}`,
    [typeId, after.createdAt, after.createdAt, after.id],
  );
  const batch: typeof found = [];
  let bytes = 0;
  for (const row of found) {
    bytes += Number(row.draftBytes);
    if (batch.length > 0 && bytes > BATCH_BYTES) break;
    batch.push(row);
  }
  const last = batch.at(-1);
  if (last === undefined) return null;
  await host.transact((tx) =>
    updateDerived(
      tx,
      typeId,
      batch.map(({ id }) => id),
    ),
  );
  return { id: last.id, createdAt: Number(last.createdAt) };
}

/** Locks as savers do: documents by id, then the type. */
async function updateDerived(tx: Tx, typeId: string, ids: readonly string[]): Promise<void> {
  const rows = await tx.query<Record<string, unknown>>(
    `SELECT * FROM content_documents WHERE id IN (${ids.map(() => "?").join(", ")})
      ORDER BY id${tx.database.dialect === "sqlite" ? "" : " FOR UPDATE"}`,
    ids,
  );
  const frame = await holdFrame(tx, typeId);
  if (frame === null) return;
  for (const row of rows) await updateOne(tx, frame, tx.entity(ContentDocument, row));
}

async function updateOne(tx: Tx, { schema, locales }: Frame, document: ContentDocument): Promise<void> {
  const derived = derivedColumns(schema, locales.defaultLocale, document.draft);
  if (derived.title === document.title && derived.filledHash === document.filledHash) return;
  await tx.update(ContentDocument, { id: document.id }, derived);
}
