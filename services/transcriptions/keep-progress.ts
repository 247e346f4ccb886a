import type { Handle } from "../../plugins/kit/model-provider.js";
import { LeaseLost } from "../../engines/durable-queue/index.js";
import { cancelOrphan, type Run } from "./call-transcriber.js";
import { countSubmit, setHandle } from "./transcription.repository.js";

/**
 * Stores that the work is about to be submitted, before it is. Throws LeaseLost when the transcription has
 * ended.
 */
export const storeIntent = ({ host, task, job }: Run): Promise<void> =>
  host.transact(async (tx) => {
    if (!(await countSubmit(tx, { id: job.id, at: Date.now() }))) throw new LeaseLost();
    await task.guard(tx);
  });

/**
 * Stores the upstream's id before anything else, and brings `job` up to date. When the transcription ended
 * meanwhile, the upstream's work is canceled.
 */
export async function storeHandle(run: Run, handle: Handle): Promise<void> {
  const { host, task, job } = run;
  const told = { handle, pendingSince: job.pendingSince ?? Date.now(), failures: 0, faultySince: null };
  const { pendingSince, failures, faultySince } = job;
  if (JSON.stringify(told) === JSON.stringify({ handle: job.handle, pendingSince, failures, faultySince }))
    return;
  try {
    const store = () =>
      host.transact(async (tx) => {
        const kept = { id: job.id, handle, pendingSince: told.pendingSince };
        if (!(await setHandle(tx, kept))) throw new LeaseLost();
        await task.guard(tx);
      });
    // Without its first handle the work at the upstream is lost.
    await (job.handle === null ? task.untilStored(store) : store());
  } catch (error) {
    if (error instanceof LeaseLost) await cancelOrphan(run, handle);
    throw error;
  }
  Object.assign(job, told);
}
