import { ServiceError } from "../../../contracts/errors.js";
import type { ContentType } from "../../../entities/content-type.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { joinProject, payerOfWork } from "../../projects/index.js";
import { recordChanges } from "../../changes/index.js";
import { unknownType } from "../content.policy.js";
import { LEAVING_QUEUE, purgeBatch } from "./purge-type.js";
import { targetsOf } from "./targets-of.js";
import { type SchemaFacts, transactWithFacts } from "./schema-facts.js";
import { countDocuments, findTypeVersions, lockType, nameOfDeleted, updateType } from "./type.repository.js";

/** The milliseconds that the request itself works, below the limit of a call; the task does the rest. */
const WITHIN_MS = 8000;

/** The milliseconds after which the task takes over a deletion whose process died. */
const TASK_AFTER_MS = 10_000;

interface Deletion {
  type: Pick<ContentType, "id" | "projectId">;
  accountId: string;
  force: boolean;
}

/**
 * Deletes a type. One transaction hides it and all its documents, however many; then batches remove the
 * documents with their history and send `document.delete` for each, first in this call, the rest in a task. A
 * crash leaves nothing half visible, because the task continues. Throws `conflict` while another type refers
 * to it, even with `force`, and without `force` while there are documents (rules/content 8).
 */
export async function deleteType(host: Host, deletion: Deletion): Promise<void> {
  const { id } = deletion.type;
  await transactWithFacts<boolean, void>(host, (tx, facts) => mark(host, tx, facts, deletion));
  const isDone = await purge(host, id).catch((error: unknown) => {
    host.log.warn({ err: error, typeId: id }, "the documents of a deleted type are left to its task");
    return false;
  });
  if (!isDone) await host.transact((tx) => host.tasks.hasten(tx, LEAVING_QUEUE, id));
}

/** Removes batches of documents; returns false when there are more than one call can remove. */
async function purge(host: Host, id: string): Promise<boolean> {
  const until = Date.now() + WITHIN_MS;
  do {
    host.fault?.("content.purge");
    if (await purgeBatch(host, id)) return true;
  } while (Date.now() < until);
  return false;
}

async function mark(
  host: Pick<Host, "tasks">,
  tx: Tx,
  facts: SchemaFacts<boolean>,
  { type: { id, projectId }, accountId, force }: Deletion,
): Promise<void> {
  await joinProject(tx, { projectId, accountId });
  const type = await lockType(tx, id);
  if (type === null) throw unknownType();
  await requireUnnamed(tx, facts, type);
  if (!force) await requireNoDocuments(tx, type);
  // The type's name is free from now on.
  await updateType(tx, id, { name: nameOfDeleted(id), deletedAt: Date.now() });
  await host.tasks.enqueue(tx, {
    queue: LEAVING_QUEUE,
    subject: id,
    payer: await payerOfWork(tx, projectId),
    afterMs: TASK_AFTER_MS,
  });
  recordChanges(tx, projectId, [{ kind: "type", isPublished: true, typeId: id }]);
}

/** Throws `conflict` while another type refers to the type. References of the type to itself do not count. */
async function requireUnnamed(
  tx: Tx,
  facts: SchemaFacts<boolean>,
  { id, name, projectId }: ContentType,
): Promise<void> {
  const others = (await findTypeVersions(tx, projectId)).filter((other) => other.id !== id);
  const isNaming = facts.of(others, ({ fields }) => targetsOf(fields).some(({ type }) => type === name));
  const naming = others.filter((_other, at) => isNaming[at]);
  if (naming.length === 0) return;
  const names = naming.map((other) => other.name).join(", ");
  throw new ServiceError(
    "conflict",
    `${name} cannot be deleted, not by force either, while references of ${names} name it: take it out of their "to" first.`,
  );
}

async function requireNoDocuments(tx: Tx, { id, name }: ContentType): Promise<void> {
  const count = (await countDocuments(tx, [id])).get(id) ?? 0;
  if (count > 0)
    throw new ServiceError(
      "conflict",
      `There ${count === 1 ? "is 1 document" : `are ${count} documents`} of ${name}: force=true deletes them with it, and their history.`,
    );
}
