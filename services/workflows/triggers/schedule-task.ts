import { isDeepStrictEqual } from "node:util";
import { v7 } from "uuid";
import type { ScheduleSettings } from "../../../contracts/workflow-triggers.js";
import type { WorkflowTrigger } from "../../../entities/workflow-trigger.js";
import type { Host } from "../../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler, TaskOutcome } from "../../../engines/durable-queue/index.js";
import { findFire, insertFire } from "./fire.repository.js";
import { insertFires } from "./fires.js";
import { SCHEDULE_QUEUE } from "./queues.js";
import { tickAfter } from "./ticks.js";
import { findTrigger, lockTrigger, moveToTick } from "./trigger.repository.js";

/**
 * The delay beyond which a tick is recorded as missed instead of run, so that a deployment that was away does not
 * catch up on days.
 */
const LATE_MS = 10 * 60_000;

/** The number of ticks that a late schedule fires in a row before it queues again behind others. */
const TICKS_A_TURN = 8;

/** Returns the task that fires schedules: each schedule has one task, which is due again at its next tick. */
export const scheduleTask = (host: Host): TaskHandler => ({
  queue: SCHEDULE_QUEUE,
  concurrency: 16,
  // An account whose schedules tick each second or are late leaves the other slots to others.
  perPayer: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: (task) => watch(host, task),
});

async function watch(host: Host, task: ClaimedTask): Promise<TaskOutcome> {
  for (let ticks = 0; ; ticks += 1) {
    const trigger = await findTrigger(host.read, { id: task.subject });
    if (trigger === null || !trigger.isEnabled || trigger.nextAt === null) return undefined;
    const inMs = trigger.nextAt - Date.now();
    if (inMs > 0 || ticks === TICKS_A_TURN || task.signal.aborted)
      return { again: { afterMs: Math.max(0, inMs) } };
    await tick(host, task, trigger, trigger.nextAt);
    host.fault?.("workflows.ticked");
  }
}

/** Fires a tick and moves the schedule to the next one in one transaction, while this process holds the task. */
async function tick(
  host: Pick<Host, "transact" | "tasks">,
  task: ClaimedTask,
  trigger: WorkflowTrigger,
  at: number,
): Promise<void> {
  const settings = trigger.settings as ScheduleSettings;
  const isLate = Date.now() - at > LATE_MS;
  const nextAt = await tickAfter(settings, isLate ? Math.max(at, Date.now() - LATE_MS) : at);
  await host.transact(async (tx) => {
    // The next tick was searched for the settings as they were read. Where a change has replaced them since, and has the same
    // next tick, this tick is searched anew (rules/workflows 48).
    const now = await lockTrigger(tx, trigger.id);
    const isSame = now !== null && isDeepStrictEqual(now.settings, settings);
    const isMoved = isSame && (await moveToTick(tx, { id: trigger.id, from: at, to: nextAt }));
    await task.guard(tx);
    if (!isMoved) return;
    const tickName = new Date(at).toISOString();
    // A process whose clock is ahead may have fired this tick before one whose clock is behind computed it again.
    if ((await findFire(tx, { triggerId: trigger.id, tick: tickName })) !== null) return;
    if (!isLate) await insertFires(host, tx, [{ trigger, tick: tickName, inputs: {} }]);
    else
      await insertFire(tx, {
        id: v7(),
        triggerId: trigger.id,
        tick: tickName,
        status: "missed",
        runId: null,
        detail: `No process was there at this tick; the next one is ${nextAt === null ? "none" : new Date(nextAt).toISOString()}.`,
        inputs: {},
        budgetId: null,
        createdAt: Date.now(),
      });
  });
}
