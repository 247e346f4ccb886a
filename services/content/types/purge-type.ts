import { ContentDocument } from "../../../entities/content-document.js";
import { ContentType } from "../../../entities/content-type.js";
import { ContentTypeVersion } from "../../../entities/content-type-version.js";
import { deleteBatch } from "../../../runtime/delete-batch.js";
import type { Host } from "../../../runtime/host.js";
import { placeholders } from "../../../runtime/placeholders.js";
import type { TaskHandler } from "../../../runtime/tasks/task-handler.js";
import type { Tx } from "../../../runtime/transaction.js";
import { emit } from "../../webhooks/index.js";
import { deletionOf, eraseDocuments } from "../documents/delete-document.js";

/** The subject is a type that is marked as deleted. */
export const LEAVING_QUEUE = "content.type";

const BATCH = 100;

type Removed = Pick<ContentDocument, "id" | "projectId" | "type" | "publishedAt">;

/** Continues deletions that their request did not finish, and retries without a limit. */
export const purgeTask = (host: Host): TaskHandler => ({
  queue: LEAVING_QUEUE,
  concurrency: 2,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async run({ subject, signal }) {
    while (!(await purgeBatch(host, subject))) if (signal.aborted) return { again: { afterMs: 0 } };
    return undefined;
  },
});

/**
 * Removes some documents of a deleted type, each with its `document.delete`; at last the type itself and its task.
 * True: nothing is left. May be repeated, and run in several processes at once: an event goes out with its row.
 */
export async function purgeBatch(host: Host, typeId: string): Promise<boolean> {
  const ids = await host.read.ids(ContentDocument, { typeId }, BATCH);
  if (ids.length > 0) {
    await host.transact((tx) => removeDocuments(host, tx, ids));
    return false;
  }
  if (!(await deleteBatch<ContentTypeVersion>(host, ContentTypeVersion, { typeId }))) return false;
  await host.transact(async (tx) => {
    await tx.delete(ContentType, { id: typeId });
    await host.tasks.drop(tx, LEAVING_QUEUE, typeId);
  });
  return true;
}

async function removeDocuments(host: Host, tx: Tx, ids: readonly string[]): Promise<void> {
  const documents = await lock(tx, ids);
  if (documents.length === 0) return;
  await eraseDocuments(
    tx,
    documents.map(({ id }) => id),
  );
  await emit(host, tx, documents.map(deletionOf));
}

/** Those that are still there, locked in the order of their ids. */
async function lock(tx: Tx, ids: readonly string[]): Promise<Removed[]> {
  const rows = await tx.query<Removed>(
    `SELECT id, projectId, type, publishedAt FROM content_documents
      WHERE id IN (${placeholders(ids)}) ORDER BY id${tx.database.dialect === "sqlite" ? "" : " FOR UPDATE"}`,
    ids,
  );
  return rows.map((row) => ({
    ...row,
    publishedAt: row.publishedAt === null ? null : Number(row.publishedAt),
  }));
}
