import { type RecurringTask, recurringTask } from "../../../engines/durable-queue/index.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import type { Host } from "../../../runtime/process/host.js";
import { callOff } from "../engine/end-run.js";
import { readStepJobs } from "../engine/job-kinds.js";
import { isLive } from "../engine/job-watch.js";
import { deleteRun, lockRun } from "../run.repository.js";
import { findSteps } from "../run-step.repository.js";
import { mostStored, SWEEP_MS } from "./no-room.js";
import { countRun, KEPT_MS, unpaidBytes } from "./count-run.js";
import { findRemovable, findUncounted, measureRun, NEVER, setStored } from "./run-size.repository.js";
import { addStored, findAbove, recountAccount, storedBytesOf, sumStored } from "./usage.repository.js";

/** The share of the bound at which removal begins, so that accounts with old runs are not refused. */
const SHARE = 0.9;
const ACCOUNTS = 100;
const BATCH = 20;
/** The delay after which a run whose job still goes on, or whose removal failed, is tried again. */
const LATER_MS = 3600_000;

/** Returns the task that removes runs to make room (rules/workflows 41). */
export const sweepRunsTask = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: "workflows.sweepRuns",
    everyMs: SWEEP_MS,
    run: ({ signal }) => sweepRuns(host, { now: Date.now(), signal }),
  });

interface Sweep {
  now: number;
  signal: AbortSignal;
}

/** Goes round the accounts that store too much, a batch of each at a time, until nothing more may be removed. */
export async function sweepRuns(host: Host, sweep: Sweep): Promise<void> {
  const above = SHARE * mostStored(host);
  await eachAbove(host, above, sweep, ({ id }) => correct(host, id));
  for (let hasMoved = true; hasMoved;) {
    hasMoved = false;
    await eachAbove(host, above, sweep, async ({ id, bytes }) => {
      if (await makeRoom(host, id, bytes - above, sweep)) hasMoved = true;
    });
  }
}

async function eachAbove(
  { read }: Pick<Host, "read">,
  bytes: number,
  { signal }: Sweep,
  work: (account: { id: string; bytes: number }) => Promise<void>,
): Promise<void> {
  let found: { id: string; bytes: number }[] = [];
  do {
    found = await findAbove(read, { bytes, after: found.at(-1)?.id ?? "", limit: ACCOUNTS });
    for (const account of found) {
      if (signal.aborted) return;
      await work(account);
    }
  } while (found.length === ACCOUNTS);
}

/**
 * Corrects the counts of an account: a process of an earlier release neither recounts the runs that it ends nor
 * gives back the bytes of those that it deletes.
 */
async function correct(host: Pick<Host, "read" | "longRead" | "transact">, accountId: string): Promise<void> {
  for (const id of await findUncounted(host.read, { accountId, limit: BATCH }))
    await host.transact(async (tx) => {
      const run = await lockRun(tx, id);
      if (run?.completedAt != null && run.status !== "running") await countRun(tx, run, run.completedAt);
    });
  const sum = await sumStored(host.longRead, accountId);
  if (sum < (await storedBytesOf(host.read, accountId)))
    await host.transact((tx) => recountAccount(tx, accountId));
}

/**
 * Removes the oldest runs of an account until that many bytes are free, one batch at most. Returns false when none
 * may be removed.
 */
async function makeRoom(
  host: Host,
  accountId: string,
  bytes: number,
  { now, signal }: Sweep,
): Promise<boolean> {
  const runs = await findRemovable(host.read, { accountId, now, limit: BATCH });
  let missing = bytes;
  for (const { id, bytes: own } of runs) {
    if (signal.aborted || missing <= 0) break;
    try {
      if (await removeOne(host, id, now)) missing -= own;
    } catch (error) {
      // The failure of one run must not keep the sweep from other accounts.
      host.log.warn({ err: error, runId: id }, "a run could not be removed yet");
      await host.transact((tx) => putOff(tx, id, now));
    }
  }
  return missing < bytes;
}

/** Has the sweep leave a run alone for a while, unless something has happened to it meanwhile. */
async function putOff(tx: Tx, id: string, now: number): Promise<void> {
  const run = await lockRun(tx, id);
  if (run === null || !isRemovable(run, now)) return;
  await setStored(tx, { id, storedBytes: run.storedBytes, removableFrom: now + LATER_MS });
}

/**
 * Removes a run that has ended and cost nothing. A run of which a job was charged later is kept, and counted as one
 * that was charged.
 */
async function removeOne(host: Host, id: string, now: number): Promise<boolean> {
  const steps = await findSteps(host.read, { runId: id });
  // A run's holds must not outlive its steps.
  if (steps.length > 0) await callOff(host, id);
  const jobs = await readStepJobs(host, id, steps);
  const isLater = jobs.some(({ status }) => isLive(status));
  const paid = jobs.reduce((sum, { costCredits }) => sum + (costCredits ?? 0), 0);
  return host.transact(async (tx) => {
    const run = await lockRun(tx, id);
    if (run === null || !isRemovable(run, now)) return false;
    const { storedBytes, starterId } = run;
    if (isLater) {
      await setStored(tx, { id, storedBytes, removableFrom: now + LATER_MS });
      return false;
    }
    const { bytes, credits } = await measureRun(tx, id);
    let left = 0;
    if (paid > 0 || credits > 0) {
      left = unpaidBytes(bytes, Math.max(credits, paid));
      await setStored(tx, { id, storedBytes: left, removableFrom: NEVER });
    } else await deleteRun(tx, run);
    await addStored(tx, { accountId: starterId, bytes: left - (storedBytes ?? 0) });
    return true;
  });
}

/**
 * Tells whether a run may be removed. It checks the status too, since an earlier release resumes and ends runs
 * without setting `removableFrom`.
 */
const isRemovable = ({ status, completedAt, removableFrom }: WorkflowRun, now: number): boolean =>
  status !== "running" &&
  completedAt !== null &&
  completedAt + KEPT_MS <= now &&
  removableFrom !== null &&
  removableFrom <= now;
