import type { Handle } from "../../plugins/kit/model-provider.js";
import { LeaseLost } from "../../engines/durable-queue/task-handler.js";
import { cancelOrphan, type Run } from "./call-transcriber.js";

/** Writes down that the work is about to be handed over, before it is. Throws LeaseLost when it has ended. */
export const storeIntent = ({ host, task, job }: Run): Promise<void> =>
  host.transact(async (tx) => {
    const affected = await tx.run(
      "UPDATE transcriptions SET submits = submits + 1, upstreamSince = COALESCE(upstreamSince, ?) WHERE id = ? AND status = 'running'",
      [Date.now(), job.id],
    );
    if (affected !== 1) throw new LeaseLost();
    await task.guard(tx);
  });

/** Stores the upstream id before anything else; work whose job ended meanwhile is called off. `job` is brought up to date. */
export async function storeHandle(run: Run, handle: Handle): Promise<void> {
  const { host, task, job } = run;
  const told = { handle, pendingSince: job.pendingSince ?? Date.now(), failures: 0, faultySince: null };
  const { pendingSince, failures, faultySince } = job;
  if (JSON.stringify(told) === JSON.stringify({ handle: job.handle, pendingSince, failures, faultySince }))
    return;
  try {
    await host.transact(async (tx) => {
      const affected = await tx.run(
        "UPDATE transcriptions SET handle = ?, pendingSince = ?, failures = 0, faultySince = NULL WHERE id = ? AND status = 'running'",
        [JSON.stringify(handle), told.pendingSince, job.id],
      );
      if (affected !== 1) throw new LeaseLost();
      await task.guard(tx);
    });
  } catch (error) {
    if (error instanceof LeaseLost) await cancelOrphan(run, handle);
    throw error;
  }
  Object.assign(job, told);
}
