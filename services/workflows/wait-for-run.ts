import { WorkflowRun } from "../../entities/workflow-run.js";
import type { Host } from "../../runtime/host.js";
import { waitForRow } from "../../runtime/wait-for-row.js";

/** decisions 9: `wait: true` blocks at most 300 seconds, then the run is answered as it is. */
const LONGEST_MS = 300_000;

/** Waits for a run's end; gives the state reached when the time is up or the process drains. Throws the signal's reason. */
export const waitForRun = (host: Host, id: string, signal: AbortSignal): Promise<WorkflowRun | null> =>
  waitForRow(
    host,
    {
      read: () => host.read.findOne(WorkflowRun, { id }),
      isOver: ({ status }) => status !== "running",
      onChange: (ring) => host.signals.on("run.moved", (moved) => moved.id === id && ring()),
      longestMs: LONGEST_MS,
    },
    signal,
  );
