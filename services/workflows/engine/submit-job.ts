import { setTimeout as sleep } from "node:timers/promises";
import type { ActionContext } from "../../../runtime/actions/context.js";
import type { Tx } from "../../../runtime/database/transaction.js";
import { insertStep } from "../run-step.repository.js";
import { takeFromDay } from "../triggers/budget.js";
import type { JobKind } from "./job-kinds.js";
import { RUN_QUEUE } from "./run-rows.js";
import { newStep, type RunScope, writeRun } from "./run-scope.js";
import { actAsStarter } from "./starter.js";
import { waitAfter } from "./step-refusal.js";

/**
 * A job of another area that was checked and priced. In a transaction `submit` holds its credits, inserts it and
 * queues it.
 */
interface Prepared {
  id: string;
  /** The most credits that the job can cost. */
  credits: number;
  submit(tx: Tx): Promise<void>;
}

type Prepare = (context: ActionContext, wakes: { queue: string; subject: string }) => Promise<Prepared>;

/**
 * Returns the id of a step's job. A new job commits together with the step, while the run goes on. Waits while a
 * provider is under load. Throws the refusals of a submission.
 */
export async function submitJob(
  scope: RunScope,
  at: { id: string; place: number },
  kind: JobKind,
  prepare: Prepare,
): Promise<string> {
  const known = scope.steps.get(at.id)?.jobId;
  if (known) return known;
  const { host, signal } = scope;
  const until = Date.now() + host.config.upstreamRetryMs;
  for (;;) {
    try {
      return await tryOnce(scope, at, kind, prepare);
    } catch (error) {
      const waitMs = waitAfter(error);
      if (waitMs === null || Date.now() + waitMs > until) throw error;
      await sleep(waitMs, undefined, { signal });
    }
  }
}

async function tryOnce(
  scope: RunScope,
  at: { id: string; place: number },
  kind: JobKind,
  prepare: Prepare,
): Promise<string> {
  const { host, run, signal } = scope;
  const wakes = { queue: RUN_QUEUE, subject: run.id };
  const { id, credits, submit } = await prepare(await actAsStarter(host, run), wakes);
  const step = { ...newStep(scope, at, kind), jobId: id, heldCredits: credits };
  host.fault?.("workflows.placing");
  signal.throwIfAborted();
  await writeRun(
    scope,
    async (tx) => {
      await takeFromDay(tx, run, credits);
      await insertStep(tx, step);
    },
    submit,
  );
  scope.steps.set(step.id, step);
  host.fault?.("workflows.placed");
  return id;
}
