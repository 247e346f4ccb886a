import { v7 } from "uuid";
import type { createDocument as createContract } from "../../../../contracts/content-documents.js";
import type { ParamsOf } from "../../../../contracts/contract.js";
import { ServiceError } from "../../../../contracts/errors.js";
import { claimEntry, writeEntries } from "../../../../runtime/actions/audit/entry.js";
import {
  BatchedTransactions,
  isUniqueViolation,
  type Outcome,
  type Tx,
} from "../../../../runtime/database/transaction.js";
import type { Host } from "../../../../runtime/process/host.js";
import { recordChanges } from "../../../changes/index.js";
import { payerOfWork } from "../../../projects/index.js";
import { emitAll } from "../../../webhooks/index.js";
import { fireAll } from "../../../workflows/index.js";
import { type Drafts, INLINE_SETTLE_BYTES } from "../../draft/drafts.js";
import { approximateBytes } from "../../draft/approximate-bytes.js";
import { outsideTransactions } from "../../draft/needs-thread.js";
import type { Author } from "../history.js";
import { type DocumentLocation, updateDocument } from "../document.repository.js";
import { savePublishBudget } from "../publish-budget.repository.js";
import { insertDocuments, insertRevisions, replaceReferences, updatePublished } from "./batch.repository.js";
import { planCreate } from "./plan-create.js";
import { AUTO_TRANSLATE_QUEUE, planPublish } from "./plan-publish.js";
import { LARGE, readBatch, stepOf, valueOf } from "./read-batch.js";
import { settleBefore } from "./settle-before.js";
import type {
  BatchFound,
  Checked,
  Plan,
  PublishPlan,
  PublishRequest,
  Step,
  WriteRequest,
  Written,
} from "./write-plan.js";

/**
 * The limits of the batches. Creates and publishes of one project share transactions: they would wait for
 * each other at the head of the project's content in any case. So the server begins, reads, orders and
 * commits once for several (ADR-0013).
 */
const LIMITS = { requests: 16, weight: LARGE, running: 4, patienceMs: 1000 };
const LIMITS_OF_LARGE = { requests: 1, weight: LARGE, running: 4, patienceMs: 0 };

interface Parts {
  host: Pick<Host, "config" | "database" | "read" | "tasks">;
  drafts: Drafts;
}

export class DocumentWrites {
  readonly #batches: BatchedTransactions<WriteRequest, Written>;
  readonly #large: BatchedTransactions<WriteRequest, Written>;

  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    const batchesOf = (limits: typeof LIMITS) =>
      new BatchedTransactions<WriteRequest, Written>(parts.host.database, {
        write: (tx, projectId, requests) => writeBatch(parts, tx, projectId, requests),
        limits,
        subjectOf: ({ id }) => id,
        weightOf: ({ draftBytes }) => draftBytes,
      });
    this.#batches = batchesOf(LIMITS);
    this.#large = batchesOf(LIMITS_OF_LARGE);
  }

  #submit(projectId: string, request: WriteRequest): Promise<Written> {
    const batches = request.draftBytes > LARGE ? this.#large : this.#batches;
    return batches.submit(projectId, request);
  }

  /**
   * Creates an unpublished document, whether its draft is valid or not. Throws `not_found` unless the account
   * sees the project, `invalid_params` for an unknown type and a draft above MAX_DRAFT_BYTES,
   * `payload_too_large` for a draft that no editor could open, `storage_limit` when the content of the project's owner
   * leaves no room (rules/content 61), and `conflict` for an id that any document has, also one of another project
   * (rules/content 45), and for a large draft whose type changes each time that it is settled (rules/content 63).
   */
  async create(author: Author, params: ParamsOf<typeof createContract>): Promise<Written> {
    const { id = v7(), projectId, type, draft } = params;
    const draftBytes = approximateBytes(draft, LARGE);
    const { host, drafts } = this.#parts;
    const act = claimEntry();
    try {
      return await outsideTransactions(async (times) => {
        const isSettled = times > 1 || draftBytes > INLINE_SETTLE_BYTES;
        const before = isSettled ? await settleBefore(host.read, drafts, { projectId, type, draft }) : null;
        return this.#submit(projectId, { verb: "create", id, author, type, draft, draftBytes, before, act });
      });
    } catch (error) {
      if (params.id === undefined || !isUniqueViolation(error)) throw error;
      throw new ServiceError("conflict", `There is a document ${id} already.`, { cause: error });
    }
  }

  /**
   * Publishes the draft at `baseVersion` (rules/content 26). An unchanged published document stays as it is
   * (rules/content 29), but its draft is checked again when its type has changed. Throws `conflict` for
   * another version, `invalid_params` for a draft that is not valid, and `not_found` when the document is
   * gone or hidden from the account.
   */
  publish(
    { projectId, type, draftBytes }: DocumentLocation,
    publish: Omit<PublishRequest, "verb" | "type" | "draftBytes" | "act">,
  ): Promise<Written> {
    return this.#submit(projectId, { verb: "publish", type, draftBytes, act: claimEntry(), ...publish });
  }
}

/**
 * Creates and publishes documents of one project in a transaction, in three passes: `readBatch` locks, reads
 * and checks for all requests, `planCreate` and `planPublish` decide what each request writes, and
 * `writePlans` writes for all. A request that is refused leaves the others as they are; any other error fails
 * the batch. A single request is a batch of one.
 */
async function writeBatch(
  parts: Parts,
  tx: Tx,
  projectId: string,
  requests: readonly WriteRequest[],
): Promise<Outcome<Written>[]> {
  const { found, checked } = await readBatch(parts, tx, projectId, requests);
  const now = Date.now();
  const planned = await Promise.all(checked.map((step) => planOf(step, now)));
  await writePlans(parts.host, tx, found, planned.flatMap(valueOf));
  return planned.map((step) => ("refusal" in step ? step : { value: step.value.written }));
}

/** Plans the writes of one request, which is the second pass. */
async function planOf(step: Step<Checked>, now: number): Promise<Step<Plan>> {
  if ("refusal" in step) return step;
  const { value } = step;
  return stepOf(() => (value.verb === "create" ? planCreate(value, now) : planPublish(value, now)));
}

/**
 * Writes the plans, which is the third pass, with one statement for each kind of row. The documents and the
 * head of the project's content go with the COMMIT.
 */
async function writePlans(
  host: Pick<Host, "tasks">,
  tx: Tx,
  { projectId, listeners, triggers }: BatchFound,
  plans: readonly Plan[],
): Promise<void> {
  const created = plans.flatMap((each) => each.created ?? []);
  const published = plans.flatMap((each) => each.published ?? []);
  const events = published.map(({ event }) => event);
  if (listeners.length > 0) await emitAll(host, tx, events, listeners);
  if (triggers.length > 0) await fireAll(host, tx, published, triggers);
  const payer = published.some(({ isTranslated }) => isTranslated) ? await payerOfWork(tx, projectId) : "";
  for (const each of published) await writeOwn(host, tx, payer, each);
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
    created.reduce((sum, { draftBytes }) => sum + draftBytes, 0),
  );
}

/** Writes the rows of few publishes: columns that a newer schema derives, and the task of translations. */
async function writeOwn(
  host: Pick<Host, "tasks">,
  tx: Tx,
  payer: string,
  { row: { id }, derived, isTranslated, budgetId }: PublishPlan,
): Promise<void> {
  if (derived !== null) await updateDocument(tx, id, derived);
  if (!isTranslated) return;
  await savePublishBudget(tx, id, budgetId);
  await host.tasks.enqueue(tx, { queue: AUTO_TRANSLATE_QUEUE, subject: id, payer });
}
