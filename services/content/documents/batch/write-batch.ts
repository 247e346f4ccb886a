import { writeEntries } from "../../../../runtime/actions/audit/entry.js";
import type { Outcome } from "../../../../runtime/database/batched-transactions.js";
import type { Tx } from "../../../../runtime/database/transaction.js";
import type { Host } from "../../../../runtime/process/host.js";
import { recordChanges } from "../../../changes/index.js";
import { emitAll } from "../../../webhooks/index.js";
import { fireAll } from "../../../workflows/index.js";
import type { Drafts } from "../../draft/drafts.js";
import { insertDocuments, updateDocument } from "../document.repository.js";
import type { KnownLocations } from "../known-locations.js";
import { keepPublishBudget } from "../publish-budget.repository.js";
import { replaceReferences } from "../reference.repository.js";
import { insertRevisions } from "../revision.repository.js";
import { planCreate } from "./plan-create.js";
import { AUTO_TRANSLATE_QUEUE, planPublish } from "./plan-publish.js";
import { readBatch, stepOf, valueOf } from "./read-batch.js";
import { updatePublished } from "./published.repository.js";
import type { BatchFound, Checked, Plan, PublishPlan, Step, WriteRequest, Written } from "./write-plan.js";

export interface BatchParts {
  host: Pick<Host, "tasks">;
  drafts: Drafts;
  locations: KnownLocations;
}

/**
 * Creates and publishes documents of one project in a transaction, in three passes: `readBatch` locks, reads and checks for all,
 * `planCreate` and `planPublish` say what each request writes, `writePlans` writes for all. A request that is refused leaves the
 * others where they are; any other error fails the batch. A single request is a batch of one.
 */
export async function writeBatch(
  parts: BatchParts,
  tx: Tx,
  projectId: string,
  requests: readonly WriteRequest[],
): Promise<Outcome<Written>[]> {
  const { found, checked } = await readBatch(tx, parts.drafts, projectId, requests);
  const now = Date.now();
  const planned = await Promise.all(checked.map((step) => planOf(step, now)));
  await writePlans(parts, tx, found, planned.flatMap(valueOf));
  return planned.map((step) => ("refusal" in step ? step : { value: step.value.written }));
}

/** The second pass, for one request. */
async function planOf(step: Step<Checked>, now: number): Promise<Step<Plan>> {
  if ("refusal" in step) return step;
  const { value } = step;
  return stepOf(() => (value.verb === "create" ? planCreate(value, now) : planPublish(value, now)));
}

/** The third pass. One statement for each kind of row; the documents and the head of the project's content go with the COMMIT. */
async function writePlans(
  { host, locations }: BatchParts,
  tx: Tx,
  { projectId, listeners, triggers }: BatchFound,
  plans: readonly Plan[],
): Promise<void> {
  const created = plans.flatMap((each) => each.created ?? []);
  const published = plans.flatMap((each) => each.published ?? []);
  await emitAll(
    host,
    tx,
    published.map(({ event }) => event),
    listeners,
  );
  await fireAll(host, tx, published, triggers);
  for (const each of published) await writeOwn(host, tx, projectId, each);
  tx.withCommit([
    ...insertDocuments(tx, created),
    ...updatePublished(published.map(({ row }) => row)),
    ...insertRevisions(
      tx,
      published.map(({ revision }) => revision),
    ),
    ...replaceReferences(
      tx,
      published.map(({ references }) => references),
    ),
  ]);
  writeEntries(
    tx,
    plans.flatMap(({ act, changes, created: made }) =>
      act === null || changes.length === 0 ? [] : { act, made: act.made === null ? undefined : { ...made } },
    ),
  );
  recordChanges(
    tx,
    projectId,
    plans.flatMap(({ changes }) => changes),
  );
  tx.afterCommit(() => {
    for (const { accountId, written } of plans)
      locations.noteDocument(accountId, written.document.id, written.document);
  });
}

/** What few publishes write: the columns that a newer schema derives, and the translations that follow. */
async function writeOwn(
  host: BatchParts["host"],
  tx: Tx,
  projectId: string,
  { row: { id }, derived, isTranslated, budgetId }: PublishPlan,
): Promise<void> {
  if (derived !== null) await updateDocument(tx, id, derived);
  if (!isTranslated) return;
  await keepPublishBudget(tx, id, budgetId);
  await host.tasks.enqueue(tx, { queue: AUTO_TRANSLATE_QUEUE, subject: id, payer: projectId });
}
