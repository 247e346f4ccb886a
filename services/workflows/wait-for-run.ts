import { WorkflowRun } from "../../entities/workflow-run.js";
import { Bell } from "../../runtime/bell.js";
import type { Host } from "../../runtime/host.js";

/** decisions 9: `wait: true` blocks at most 300 seconds, then the run is answered as it is. */
const LONGEST_MS = 300_000;
const READ_MS = 2000;

/** Waits for a run's end; gives the state reached when the time is up or the process drains. Throws the signal's reason. */
export async function waitForRun(host: Host, id: string, signal: AbortSignal): Promise<WorkflowRun | null> {
  const bell = new Bell();
  const ring = () => bell.ring();
  const stop = host.signals.on("run.moved", (moved) => moved.id === id && ring());
  signal.addEventListener("abort", ring);
  host.draining.addEventListener("abort", ring);
  const until = Date.now() + LONGEST_MS;
  try {
    for (;;) {
      signal.throwIfAborted();
      bell.wasRung();
      const isLast = Date.now() >= until || host.draining.aborted;
      const run = await host.read.findOne(WorkflowRun, { id });
      if (run?.status !== "running" || isLast) return run;
      await bell.rung(Math.min(READ_MS, until - Date.now()));
    }
  } finally {
    stop();
    signal.removeEventListener("abort", ring);
    host.draining.removeEventListener("abort", ring);
  }
}
