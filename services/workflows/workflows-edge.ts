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

/**
 * The longest that a call with `wait: true` blocks; after that it is answered with the run as it is
 * (rules/workflows 25).
 */
const LONGEST_MS = 300_000;

/**
 * Waits for a run's end. Returns the run as it is when the time is up or the process drains. Throws the signal's
 * reason.
 */
const waitForRun = (
  host: Pick<Host, "read" | "signals" | "draining">,
  id: string,
  signal: AbortSignal,
): Promise<WorkflowRun | null> =>
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

/**
 * The call that waits for a run. Every gateway serves it itself, since it lasts longer than a call to a service
 * may.
 */
export const workflowsEdge = (host: Pick<Host, "read" | "signals" | "draining">): EdgePart => ({
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
