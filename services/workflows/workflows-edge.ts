import { notFound } from "../../contracts/errors.js";
import { executeWorkflow, startRun } from "../../contracts/workflows.js";
import { action } from "../../runtime/actions/action.js";
import type { EdgePart } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { presentRun } from "./present-run.js";
import { findRun } from "./run.repository.js";
import { requireStart } from "./workflows.policy.js";
import type { WorkflowRun } from "../../entities/workflow-run.js";
import { waitForRow } from "../../runtime/actions/wait-for-row.js";

/** `wait: true` blocks at most 300 seconds, then the run is answered as it is (rules/workflows 25). */
const LONGEST_MS = 300_000;

/** Waits for a run's end; gives the state reached when the time is up or the process drains. Throws the signal's reason. */
const waitForRun = (host: Host, id: string, signal: AbortSignal): Promise<WorkflowRun | null> =>
  waitForRow(
    host,
    {
      read: () => findRun(host.read, { id }),
      isOver: ({ status }) => status !== "running",
      onChange: (wake) => host.signals.on("run.moved", (moved) => moved.id === id && wake()),
      longestMs: LONGEST_MS,
    },
    signal,
  );

/** What every gateway does itself, since it lasts longer than a call: a run that somebody waits for. */
export const workflowsEdge = (host: Host): EdgePart => ({
  actions: [
    // The start, which may be in another process, records the Idempotency-Key and answers a repeat.
    action(
      { ...executeWorkflow, idempotent: false },
      {
        find: (context, params) => requireStart(host, context, params),
        run: async (context, params) => {
          const { run } = await context.call(startRun, params);
          if (!params.wait || run.status !== "running") return { run };
          const ended = await waitForRun(host, run.id, context.signal);
          if (ended === null) throw notFound("The workflow was deleted.");
          return { run: await presentRun(host, context, ended) };
        },
      },
    ),
  ],
  routes: [],
});
