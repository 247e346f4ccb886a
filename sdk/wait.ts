import type { ChangeFeed } from "./change-feed.js";
import type { Connection } from "./connection.js";
import { generationGet, transcriptionsGet, workflowsGetRun } from "./generated/operations.js";
import type { AccountChange, Job, Transcription, WorkflowRun } from "./generated/types.js";
import { backoff, sleep } from "./wait-for.js";

export interface WaitOptions<Thing> {
  signal?: AbortSignal | undefined;
  /** Called with each state that is read, the last one included. */
  onChange?: ((thing: Thing) => void) | undefined;
}

/** The parts of a client that waiting needs. */
export interface Waiting {
  readonly connection: Connection;
  readonly changes: ChangeFeed;
}

const POLLS = { first: 500, most: 10_000 };
/** Milliseconds between two readings while events come, in case that one was lost. */
const SAFETY_MS = 30_000;

/** Waits until a job has ended and returns it. It may have failed or been canceled: check its `status`. */
export function waitForJob(kiln: Waiting, id: string, options: WaitOptions<Job> = {}): Promise<Job> {
  return waitUntil(kiln, options, {
    read: async (call) => (await kiln.connection.call(generationGet, { id }, call)).job,
    isOver: ({ status }) => status === "succeeded" || status === "failed" || status === "canceled",
    isMeant: (change) => change.type === "generation" && change.id === id,
  });
}

/** Waits until a transcription has ended and returns it. */
export function waitForTranscription(
  kiln: Waiting,
  id: string,
  options: WaitOptions<Transcription> = {},
): Promise<Transcription> {
  return waitUntil(kiln, options, {
    read: async (call) => (await kiln.connection.call(transcriptionsGet, { id }, call)).job,
    isOver: ({ status }) => status === "succeeded" || status === "failed",
    isMeant: (change) => change.type === "transcription" && change.id === id,
  });
}

/** Waits until a run of a workflow has ended and returns it with the results of its nodes. */
export function waitForRun(
  kiln: Waiting,
  run: Pick<WorkflowRun, "id" | "workflowId">,
  options: WaitOptions<WorkflowRun> = {},
): Promise<WorkflowRun> {
  return waitUntil(kiln, options, {
    read: async (call) =>
      (await kiln.connection.call(workflowsGetRun, { id: run.workflowId, runId: run.id }, call)).run,
    isOver: ({ status }) => status !== "running",
    isMeant: (change) => change.type === "run" && change.id === run.id,
  });
}

interface Awaited<Thing> {
  read: (options: { signal?: AbortSignal | undefined }) => Promise<Thing>;
  isOver: (thing: Thing) => boolean;
  isMeant: (change: AccountChange) => boolean;
}

/**
 * Reads the state after each event about it. Without a stream it polls, less and less often, up to every 10
 * s.
 */
async function waitUntil<Thing>(
  { changes }: Waiting,
  { signal, onChange }: WaitOptions<Thing>,
  { read, isOver, isMeant }: Awaited<Thing>,
): Promise<Thing> {
  signal?.throwIfAborted();
  let wake = new AbortController();
  const stop = changes.listen((change) => {
    if (change === null || isMeant(change)) wake.abort();
  });
  try {
    for (let tries = 0; ; tries++) {
      // The signal is made before reading, so that a change during the reading causes another reading.
      wake = new AbortController();
      const thing = await read({ signal });
      onChange?.(thing);
      if (isOver(thing)) return thing;
      const either = signal ? AbortSignal.any([signal, wake.signal]) : wake.signal;
      await sleep(changes.isLive ? SAFETY_MS : backoff(tries, POLLS), either).catch(() => {});
      signal?.throwIfAborted();
    }
  } finally {
    stop();
  }
}
