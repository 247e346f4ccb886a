import type { ContentIssue } from "../../../../contracts/content-schema.js";
import { ServiceError } from "../../../../contracts/errors.js";
import type { ContentDocument } from "../../../../entities/content-document.js";
import type { Tx } from "../../../../runtime/database/transaction.js";
import type { Host } from "../../../../runtime/process/host.js";
import { findListeners } from "../../../webhooks/index.js";
import { findPublishTriggers } from "../../../workflows/index.js";
import type { Drafts } from "../../draft/drafts.js";
import { checkDrafts } from "../check-document.js";
import { askProject, lockDocuments, lockTargets, readTargets } from "./batch.repository.js";
import { lockTypeContexts } from "../../types/type-context.repository.js";
import { admitCreate } from "./plan-create.js";
import { admitPublish } from "./plan-publish.js";
import type { Admitted, BatchFound, Checked, Step, WriteRequest } from "./write-plan.js";

/** The most bytes of a draft that shares a transaction. Requests for larger documents have a queue of their own, so small ones never wait behind them. */
export const LARGE = 64 * 1024;

/**
 * Locks the rows of all requests of a batch, refuses the requests that may not be done, and checks the drafts
 * of the others. This first pass is the only one that reads. A document that has become too large to share a
 * transaction fails the whole batch.
 */
export async function readBatch(
  { host: { config }, drafts }: { host: Pick<Host, "config">; drafts: Drafts },
  tx: Tx,
  projectId: string,
  requests: readonly WriteRequest[],
): Promise<{ found: BatchFound; checked: Step<Checked>[] }> {
  const found = await lockRows(tx, projectId, requests, config.contentBytes);
  const admitted = await Promise.all(
    requests.map((request) =>
      stepOf<Admitted>(() =>
        request.verb === "create" ? admitCreate(tx, drafts, found, request) : admitPublish(found, request),
      ),
    ),
  );
  const issues = await readIssues(tx, projectId, admitted.flatMap(valueOf));
  const checked = admitted.map((step) =>
    "refusal" in step ? step : { value: { ...step.value, issues: issues.get(step.value) ?? [] } },
  );
  return { found, checked };
}

/**
 * Locks the documents that are to be published, and the types of all requests. A server that is no node of
 * Galera gets one packet.
 */
async function lockRows(
  tx: Tx,
  projectId: string,
  requests: readonly WriteRequest[],
  mostBytes: number,
): Promise<BatchFound> {
  const publishes = requests.filter((request) => request.verb === "publish");
  const ids = publishes.map(({ id }) => id);
  const isShared = requests.length > 1;
  const accountIds = requests.map(({ author }) => author.accountId);
  // Documents are locked before types, as in all code that writes content.
  const grows = mostBytes > 0 && ids.length < requests.length;
  const [documents, typeContexts, { seers, hasListeners, hasTriggers, stored }] = await Promise.all([
    ids.length === 0 ? new Map<string, ContentDocument>() : lockPublished(tx, ids, isShared),
    lockTypeContexts(
      tx,
      projectId,
      requests.map(({ type }) => type),
    ),
    askProject(tx, projectId, { accountIds, publishes: ids.length > 0, grows }),
  ]);
  // A publish by a run starts no other run.
  const mayStart = hasTriggers && publishes.some(({ isByRun }) => !isByRun);
  const [listeners, triggers] =
    hasListeners || mayStart
      ? await Promise.all([
          hasListeners ? findListeners(tx, projectId) : [],
          mayStart ? findPublishTriggers(tx, projectId) : [],
        ])
      : [[], []];
  const room = grows ? { stored, most: mostBytes } : null;
  return { projectId, seers, room, typeContexts, listeners, triggers, documents };
}

/**
 * Locks the documents that are to be published. A document may have grown since its request named its weight.
 * Then the batch fails before anything is written, and each of its requests gets a transaction of its own.
 */
async function lockPublished(
  tx: Tx,
  ids: readonly string[],
  isShared: boolean,
): Promise<ReadonlyMap<string, ContentDocument>> {
  const { documents, larger } = await lockDocuments(tx, ids, isShared ? LARGE : Number.MAX_SAFE_INTEGER);
  if (larger.length > 0) throw new Error(`Documents are too large to share a transaction: ${larger.join()}.`);
  return documents;
}

/**
 * Reads the targets of the drafts, and checks the drafts. The targets of a publish are locked: none of them
 * is deleted or unpublished before the commit.
 */
async function readIssues(
  tx: Tx,
  projectId: string,
  admitted: readonly Admitted[],
): Promise<ReadonlyMap<Admitted, readonly ContentIssue[]>> {
  const targetsOf = (verb: Admitted["verb"]): string[] => [
    ...new Set(admitted.flatMap((each) => (each.verb === verb ? each.targets : []))),
  ];
  const locked = targetsOf("publish");
  const isLocked = new Set(locked);
  // A target of a create that is also one of a publish is not read here: only the locked read says whether it
  // stays.
  const others = targetsOf("create").filter((id) => !isLocked.has(id));
  const documents = new Map([
    ...(await lockTargets(tx, projectId, locked)),
    ...(await readTargets(tx, projectId, others)),
  ]);
  const asked = admitted.flatMap((each) => (each.check === null ? [] : { each, check: each.check }));
  const issues = await checkDrafts(
    tx,
    asked.map(({ check }) => check),
    documents,
  );
  return new Map(asked.map(({ each }, at) => [each, issues[at] ?? []]));
}

export const valueOf = <T>(step: Step<T>): T[] => ("refusal" in step ? [] : [step.value]);

/**
 * Runs the work of one request. A ServiceError refuses this request alone; any other error is thrown on and
 * fails the batch.
 */
export async function stepOf<T>(work: () => T | Promise<T>): Promise<Step<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof ServiceError) return { refusal: error };
    throw error;
  }
}
