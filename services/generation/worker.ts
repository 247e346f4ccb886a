import type { Kind } from "../../contracts/models.js";
import type { ModelProvider } from "../../plugins/kit/model-provider.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";
import { cancelQueue } from "./cancel-job.js";
import { hearOfFailures } from "./circuit.js";
import { jobQueue } from "./create-job.js";
import { endUnfinished } from "./end-job.js";
import { findJob } from "./job.repository.js";
import { callUpstream, providerJob } from "./provider-calls.js";
import { dropResults } from "./results.js";
import { runJob } from "./run-job.js";
import { runSuspect } from "./run-suspect.js";

const CONCURRENCY = 16;
/** The number of faults of Kiln itself (database away, disk full) after which a job is given up. */
const MAX_ATTEMPTS = 8;

/**
 * Makes the workers of one kind. They claim only jobs whose provider this process has loaded, and follow the
 * plugins that come and go. A run takes the provider that is current at its start, and finishes with it.
 */
export const makeWorker =
  (kind: Kind): AreaFactory =>
  (host) => {
    const queues = new Set<string>();
    const follow = (): void => {
      const providers = host.plugins
        .all("modelProvider")
        .filter((provider) => provider.models.some((model) => model.kind === kind));
      const handlers = providers.flatMap((provider) => [
        jobHandler(host, kind, provider),
        cancelHandler(host, kind, provider.id),
      ]);
      const wanted = new Set(handlers.map(({ queue }) => queue));
      for (const queue of queues) if (!wanted.has(queue)) forget(queue);
      for (const handler of handlers) {
        host.tasks.handle(handler);
        queues.add(handler.queue);
      }
    };
    const forget = (queue: string): void => {
      host.tasks.forget(queue);
      queues.delete(queue);
    };
    let unsubscribe: (() => void)[] = [];
    return {
      name: `generation.${kind}`,
      actions: [],
      started: async () => {
        unsubscribe = [
          host.signals.on("job.canceled", ({ id }) => host.tasks.interrupt(id)),
          hearOfFailures(host),
          host.plugins.onChange(follow),
        ];
        follow();
      },
      stopped: async () => {
        for (const stop of unsubscribe) stop();
        for (const queue of queues) forget(queue);
      },
    };
  };

const jobHandler = (host: Host, kind: Kind, provider: ModelProvider): TaskHandler => ({
  queue: jobQueue(kind, provider.id),
  concurrency: provider.concurrency ?? CONCURRENCY,
  ...(provider.perPayer !== undefined && { perPayer: provider.perPayer }),
  maxAttempts: MAX_ATTEMPTS,
  run: (task) => {
    const serving = current(host, provider.id);
    return host.plugins.use(serving, () => runSuspect(host, task, () => runJob(host, serving, task)));
  },
  async bury(tx, task) {
    await endUnfinished(tx, host, { id: task.subject }, "failed", {
      code: "internal",
      message: "The service could not finish this job.",
      retryable: true,
    });
    tx.afterCommit(
      () => void dropResults(host, task.subject).catch((error: unknown) => host.log.warn(error)),
    );
  },
});

/** Returns the version of a provider that serves now. */
function current(host: Pick<Host, "plugins">, id: string): ModelProvider {
  const provider = host.plugins.get("modelProvider", id);
  if (!provider) throw new Error(`The provider ${id} left this process.`);
  return provider;
}

const cancelHandler = (host: Host, kind: Kind, id: string): TaskHandler => ({
  queue: cancelQueue(kind, id),
  concurrency: 4,
  maxAttempts: 3,
  async run(task) {
    const job = await findJob(host.read, task.subject);
    if (job === null) return;
    await dropResults(host, job.id);
    const provider = current(host, id);
    const { handle } = job;
    if (handle === null) return;
    await callUpstream(host, task.signal, async () => provider.cancel?.(handle, providerJob(provider, job)));
  },
});
