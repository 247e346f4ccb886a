import { setImmediate } from "node:timers/promises";
import type { Locales } from "../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import type { Host } from "../../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler } from "../../../engines/durable-queue/index.js";
import { chunks } from "../../../runtime/database/reader.js";
import type { Reader, Tx } from "../../../runtime/database/transaction.js";
import { payerOfWork } from "../../projects/index.js";
import { derivedColumns, textsOf } from "../documents/derived-columns.js";
import { lockDocuments } from "../documents/batch/batch.repository.js";
import { type Position, sizesAfter, updateDocument } from "../documents/document.repository.js";
import { notePosition, readPosition } from "./refresh-position.repository.js";
import { lockTypeContext, readTypeContext, type TypeContext } from "./type-context.repository.js";

/**
 * The queue of refreshes; the subject of a task is a type whose documents have derived columns older than its
 * schema or the default locale.
 */
const REFRESH_QUEUE = "content.refresh";

/** The milliseconds that the request itself works, below the limit of a call; the task does the rest. */
const WITHIN_MS = 2000;

/** The milliseconds after which the task takes over a refresh whose process died. */
const TASK_AFTER_MS = 10_000;

/** The milliseconds that the task works on a type before the types of other accounts get their turn. */
const TURN_MS = 5000;

/** The number of tasks that one transaction hastens. */
const HASTENED = 100;

/** The documents of a batch, which takes some milliseconds; other requests are served after each batch. */
const BATCH = 25;
/** The most bytes of drafts in memory at once; a single draft may be larger. */
const BATCH_BYTES = 1024 * 1024;

type Of = Pick<ContentSchema, "fields" | "titleField">;

/**
 * Returns a text of the facts, besides the drafts, on which the derived columns of documents depend (titles
 * in lists, search, missing translations). Equal texts derive equal columns.
 */
export function derivationOf(
  { fields, titleField }: Of,
  { defaultLocale }: Pick<Locales, "defaultLocale">,
): string {
  const title = fields.find(({ name }) => name === titleField);
  const titleLocale = hasLocalizedTitle({ fields, titleField }) ? defaultLocale : null;
  return JSON.stringify([title?.name ?? null, titleLocale, textsOf(fields)]);
}

/** Tells whether the titles of documents depend on the default locale; no other derived column does. */
export function hasLocalizedTitle({ fields, titleField }: Of): boolean {
  const title = fields.find(({ name }) => name === titleField);
  return title !== undefined && title.localized === true;
}

/**
 * Queues a refresh, in the transaction that changes the schema or locale from which the documents' columns
 * are derived; `refreshNow` follows its commit.
 */
export async function planRefresh(
  host: Pick<Host, "tasks">,
  tx: Tx,
  { projectId, typeIds }: { projectId: string; typeIds: readonly string[] },
): Promise<void> {
  if (typeIds.length === 0) return;
  const payer = await payerOfWork(tx, projectId);
  for (const subject of typeIds)
    await host.tasks.enqueue(tx, { queue: REFRESH_QUEUE, subject, payer, afterMs: TASK_AFTER_MS });
}

/**
 * Tells whether derived columns of a type's documents may be older than the type, which lasts from the
 * change's commit to the refresh's end.
 */
export const isRefreshing = (read: Reader, tasks: Host["tasks"], typeId: string): Promise<boolean> =>
  tasks.isQueued(read, REFRESH_QUEUE, typeId);

/**
 * Brings the documents of types up to date before the request is answered, as far as time allows; the tasks
 * do the rest.
 */
export async function refreshNow(host: Host, typeIds: readonly string[]): Promise<void> {
  const until = Date.now() + WITHIN_MS;
  const isOver = () => Date.now() > until;
  const left: string[] = [];
  for (const typeId of typeIds) if (isOver() || !(await refreshOne(host, typeId, isOver))) left.push(typeId);
  for (const some of chunks(left, HASTENED))
    await host.transact(async (tx) => {
      for (const typeId of some) await host.tasks.hasten(tx, REFRESH_QUEUE, typeId);
    });
}

/** Refreshes the documents of one type; returns false when its task has to do the rest. */
const refreshOne = (host: Host, typeId: string, isOver: () => boolean): Promise<boolean> =>
  refresh(host, typeId, isOver, (tx) => host.tasks.drop(tx, REFRESH_QUEUE, typeId)).catch(
    (error: unknown) => {
      host.log.warn({ err: error, typeId }, "the documents of a changed type are left to its task");
      return false;
    },
  );

/**
 * Makes the task handler that continues refreshes that a request left, and retries without a limit. A type with
 * many documents takes several turns, of a batch at least; each goes on where the last one ended.
 */
export const refreshTask = (host: Pick<Host, "read" | "transact">, turnMs = TURN_MS): TaskHandler => ({
  queue: REFRESH_QUEUE,
  concurrency: 1,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run(task: ClaimedTask) {
    const until = performance.now() + turnMs;
    const isDone = await refresh(
      host,
      task.subject,
      () => task.signal.aborted || performance.now() > until,
      (tx) => task.complete(tx),
    );
    return isDone ? undefined : { again: { afterMs: 0 } };
  },
});

/**
 * Refreshes the documents of a type. Returns false when it was stopped, behind a batch at least, or the type
 * changed again meanwhile. The call may be repeated, and then goes on where it was stopped.
 */
async function refresh(
  host: Pick<Host, "read" | "transact">,
  typeId: string,
  isStopped: () => boolean,
  end: (tx: Tx) => Promise<void>,
): Promise<boolean> {
  // The state is read first: if the type changes in between, the position is that of another state, and the end finds it out.
  const before = await stateOf(host.read, typeId);
  const from = await readPosition(host.read, typeId);
  let position: Position | null = from?.position ?? null;
  while (position !== null) {
    position = await refreshBatch(host, typeId, position);
    if (position !== null && from !== null && isStopped()) {
      const noted = { of: from.of, position };
      await host.transact((tx) => notePosition(tx, typeId, noted));
      return false;
    }
    // An embedded database answers without leaving the event loop, so the loop is released here.
    await setImmediate();
  }
  if ((await stateOf(host.read, typeId)) !== before) return false;
  await host.transact(async (tx) => {
    // The task's row comes first: a change that queues the task again either waits for this lock, or is seen
    // by the read that follows.
    await end(tx);
    if ((await stateOf(tx, typeId)) !== before) throw new Error("The type changed while its refresh ended.");
  });
  return true;
}

async function stateOf(read: Reader, typeId: string): Promise<string> {
  const typeContext = await readTypeContext(read, typeId);
  return typeContext === null ? "" : derivationOf(typeContext.schema, typeContext.locales);
}

/** Refreshes one batch; returns the position to continue from, or null at the end. */
async function refreshBatch(
  host: Pick<Host, "read" | "transact">,
  typeId: string,
  after: Position,
): Promise<Position | null> {
  const found = await sizesAfter(host.read, typeId, after, BATCH);
  const batch: typeof found = [];
  let bytes = 0;
  for (const row of found) {
    bytes += row.draftBytes;
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
  return { id: last.id, createdAt: last.createdAt };
}

/** Updates the derived columns of documents. Locks like saves: documents by id, then the type. */
async function updateDerived(tx: Tx, typeId: string, ids: readonly string[]): Promise<void> {
  const { documents } = await lockDocuments(tx, ids);
  const typeContext = await lockTypeContext(tx, typeId);
  if (typeContext === null) return;
  for (const document of documents.values()) await updateOne(tx, typeContext, document);
}

async function updateOne(tx: Tx, { schema, locales }: TypeContext, document: ContentDocument): Promise<void> {
  const derived = derivedColumns(schema, locales.defaultLocale, document.draft);
  if (derived.title === document.title && derived.filledHash === document.filledHash) return;
  await updateDocument(tx, document.id, derived);
}
