import type { Host } from "../../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../../engines/durable-queue/index.js";
import { findNodeType } from "../graph/node-types.js";
import { planGraph } from "../graph/plan-graph.js";
import { findRun, findRunGraph } from "../run.repository.js";
import { mostStored } from "../room/no-room.js";
import { storedBytesOf } from "../room/usage.repository.js";
import { findNodesOfRun } from "../run-node.repository.js";
import { findSteps } from "../run-step.repository.js";
import { CALL_OFF_QUEUE, callOff, endEarly } from "./end-run.js";
import { RunDriver } from "./run-driver.js";
import { RUN_QUEUE, RunOver } from "./run-rows.js";

const CONCURRENCY = 128;
/** The number of one payer's runs that are worked on at once; further ones wait. */
const PER_PAYER = 32;
/** The number of Kiln's own failures in a row before a run is given up. */
const MAX_ATTEMPTS = 8;

/** Returns the task that works on runs. */
export const runTask = (host: Host): TaskHandler => ({
  queue: RUN_QUEUE,
  concurrency: CONCURRENCY,
  perPayer: PER_PAYER,
  maxAttempts: MAX_ATTEMPTS,
  run: (task) => workOn(host, task),
  async bury(tx, task) {
    const run = await findRun(tx, { id: task.subject });
    if (run !== null) await endEarly(host, tx, run, "error", "The service could not finish this node.");
  },
});

/** Returns the task that calls off the steps of ended runs. */
export const callOffTask = (host: Host): TaskHandler => ({
  queue: CALL_OFF_QUEUE,
  concurrency: 8,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: async ({ subject }) => callOff(host, subject),
});

async function workOn(host: Host, task: ClaimedTask): Promise<TaskOutcome> {
  const runId = task.subject;
  const run = await findRun(host.read, { id: runId });
  if (run?.status !== "running") return undefined;
  const [kept, rows, steps, stored] = await Promise.all([
    findRunGraph(host.read, runId),
    findNodesOfRun(host.read, runId),
    findSteps(host.read, { runId }),
    storedBytesOf(host.read, run.starterId),
  ]);
  // Runs are counted when they start and end. This check bounds those that go on meanwhile, of which an account
  // may have a thousand.
  const isFull = stored > 2 * mostStored(host);
  if (kept === null) return undefined;
  const planned = planGraph(kept.graph, (node) => findNodeType(host, node));
  try {
    return await new RunDriver(host, task, { run, planned, rows, steps, isFull }).drive();
  } catch (error) {
    // The request that ended the run calls off its steps.
    if (error instanceof RunOver) return undefined;
    throw error;
  }
}
