import { listWorkers } from "../../contracts/catalog.js";
import { systemMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { type RecurringTask, recurringTask } from "../../engines/durable-queue/index.js";
import { jobQueue } from "./create-job.js";
import { endUnfinished } from "./end-job.js";
import {
  findGoneSince,
  findUnmarked,
  findWorkInHand,
  markGone,
  type Work,
} from "./gone-provider.repository.js";
import { dropResults } from "./results.js";

/** The queue of the periodic search for jobs whose provider left. */
const QUEUE = "generation.gone";
/** The number of jobs that fail in one run, each in a transaction of its own. */
const BATCH = 200;
/** The number of jobs that are marked in one transaction. */
const MARKED = 500;

/**
 * Makes the recurring task that lets jobs wait whose provider no process serves any more, and fails them
 * after PROVIDER_GONE_SECONDS (rules/models 5).
 */
export const goneSweep = (host: Host): RecurringTask =>
  recurringTask(host, {
    queue: QUEUE,
    everyMs: Math.min(15_000, Math.max(200, host.config.providerGoneMs / 4)),
    async run({ id }) {
      // A process that is cut off from NATS would take every other process for gone, and would fail jobs that
      // are being worked on.
      if (!host.nodes.seesOthers) return;
      const { workers } = await host.call(listWorkers, {}, systemMeta(id));
      for (const work of await findWorkInHand(host.longRead)) {
        if (workers.includes(`${work.kind}@${work.provider}`)) await mark(host, work, null);
        else await waitOrFail(host, work);
      }
    },
  });

/**
 * Sets the time since when the provider of its live jobs is gone. One transaction marks one batch, because
 * there may be any number of jobs and others write meanwhile. The index finds the jobs that are left.
 */
async function mark(host: Pick<Host, "read" | "transact">, work: Work, since: number | null): Promise<void> {
  for (;;) {
    const ids = await findUnmarked(host.read, { ...work, since, limit: MARKED });
    if (ids.length > 0) await host.transact((tx) => markGone(tx, { ...work, since, ids }));
    if (ids.length < MARKED) return;
  }
}

async function waitOrFail(host: Host, work: Work): Promise<void> {
  const { kind, provider } = work;
  const now = Date.now();
  await mark(host, work, now);
  const since = now - host.config.providerGoneMs;
  const late = await findGoneSince(host.read, { ...work, since, limit: BATCH });
  for (const job of late) {
    await host.transact(async (tx) => {
      const message = `The provider ${provider} is not running any more.`;
      if (
        await endUnfinished(tx, host, job, "failed", {
          code: "provider_unavailable",
          message,
          retryable: true,
        })
      ) {
        await host.tasks.drop(tx, jobQueue(kind, provider), job.id);
      }
    });
    await dropResults(host, job.id);
  }
}
