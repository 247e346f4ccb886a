import { notFound } from "../../contracts/errors.js";
import { executeWorkflow, startRun } from "../../contracts/workflows.js";
import { action } from "../../runtime/action.js";
import type { EdgePart } from "../../runtime/area.js";
import type { Host } from "../../runtime/host.js";
import { findStart } from "./find-workflow.js";
import { presentRun } from "./present-run.js";
import { waitForRun } from "./wait-for-run.js";

/** What every gateway does itself, since it lasts longer than a call: a run that somebody waits for. */
export const workflowsEdge = (host: Host): EdgePart => ({
  actions: [
    // The start, which may be in another process, records the Idempotency-Key and answers a repeat.
    action(
      { ...executeWorkflow, idempotent: false },
      {
        find: (context, params) => findStart(host, context, params),
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
