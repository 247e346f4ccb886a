import type { Transcriber } from "../../plugins/kit/transcriber.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask, TaskHandler } from "../../engines/durable-queue/index.js";
import { callUpstream, hearOfFailures, MAX_DEATHS, runSuspect } from "../generation/index.js";
import { workOf } from "./call-transcriber.js";
import { failTranscription } from "./fail-transcription.js";
import { cancelQueue, workQueue } from "./queues.js";
import { runTranscription } from "./run-transcription.js";
import { findTranscription } from "./transcription.repository.js";

const CONCURRENCY = 8;
/** Failures of the service itself, such as a database that is away, after which the work is given up. */
const MAX_ATTEMPTS = 8;

/**
 * Makes the workers of this process: they claim only work whose transcriber the process has loaded, and
 * follow changes of plugins.
 */
export function transcriptionWorker(host: Host): { start(): void; stop(): void } {
  const queues = new Set<string>();
  const forget = (queue: string): void => {
    host.tasks.forget(queue);
    queues.delete(queue);
  };
  const follow = (): void => {
    const handlers = host.plugins
      .all("transcriber")
      .flatMap((transcriber) => [workHandler(host, transcriber), cancelHandler(host, transcriber.id)]);
    const wanted = new Set(handlers.map(({ queue }) => queue));
    for (const queue of queues) if (!wanted.has(queue)) forget(queue);
    for (const handler of handlers) {
      host.tasks.handle(handler);
      queues.add(handler.queue);
    }
  };
  let stops: (() => void)[] = [];
  return {
    start() {
      stops = [
        host.signals.on("job.canceled", ({ id }) => host.tasks.interrupt(id)),
        hearOfFailures(host),
        host.plugins.onChange(follow),
      ];
      follow();
    },
    stop() {
      for (const stop of stops) stop();
      for (const queue of queues) forget(queue);
    },
  };
}

const workHandler = (host: Host, { id, concurrency = CONCURRENCY, perPayer }: Transcriber): TaskHandler => ({
  queue: workQueue(id),
  concurrency,
  ...(perPayer !== undefined && { perPayer }),
  maxAttempts: MAX_ATTEMPTS,
  run: (task) => {
    const serving = current(host, id);
    return host.plugins.use(serving, () =>
      runSuspect(
        host,
        task,
        () => runTranscription(host, serving, task),
        () => giveUp(host, task),
      ),
    );
  },
  async bury(tx, task) {
    await failTranscription(
      tx,
      host,
      { id: task.subject },
      {
        code: "internal",
        message: "The service could not finish this transcription. Nothing was charged.",
        retryable: true,
      },
    );
  },
});

/**
 * Fails a transcription whose process died the allowed number of times: the transcription may be the cause.
 */
const giveUp = (host: Pick<Host, "transact" | "tasks" | "signals">, task: ClaimedTask): Promise<void> =>
  host.transact(async (tx) => {
    await failTranscription(
      tx,
      host,
      { id: task.subject },
      {
        code: "process_died",
        message: `The process that worked on this transcription died ${MAX_DEATHS} times, so it is not run again. Nothing was charged.`,
        retryable: false,
      },
    );
    await task.complete(tx);
  });

/** Returns the loaded version of a transcriber. Throws when the transcriber has left this process. */
function current(host: Pick<Host, "plugins">, id: string): Transcriber {
  const transcriber = host.plugins.get("transcriber", id);
  if (!transcriber) throw new Error(`The transcriber ${id} left this process.`);
  return transcriber;
}

const cancelHandler = (host: Host, id: string): TaskHandler => ({
  queue: cancelQueue(id),
  concurrency: 4,
  maxAttempts: 3,
  async run(task) {
    const job = await findTranscription(host.read, task.subject);
    const handle = job?.handle ?? null;
    if (job === null || handle === null) return;
    const transcriber = current(host, id);
    await callUpstream(host, task.signal, async () => transcriber.cancel?.(handle, workOf(job)));
  },
});
