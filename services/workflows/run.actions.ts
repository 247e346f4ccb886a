import { readReferredJobs } from "../../contracts/workflow-jobs.js";
import {
  estimateRun as estimateContract,
  followRun as followContract,
  getRun,
  listRuns as listRunsContract,
  resumeRun as resumeContract,
  startRun as startContract,
  stopRun as stopContract,
} from "../../contracts/workflows.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { Host } from "../../runtime/process/host.js";
import { estimateRun } from "./estimate-run.js";
import { listRuns } from "./list-runs.js";
import { iso, presentRun } from "./present-run.js";
import { countNodes } from "./run-node.repository.js";
import { findReferredJobs } from "./run-step.repository.js";
import { resumeRun } from "./resume-run.js";
import { startRun } from "./start-run.js";
import { stopRun } from "./stop-run.js";
import {
  allowStarter,
  requireRun,
  requireRunAlone,
  requireStart,
  requireWorkflow,
} from "./workflows.policy.js";

/** Returns the actions about runs. */
export const runActions = (host: Host): Action[] => [
  action(readReferredJobs, {
    run: async (_context, { ids }) => ({ ids: await findReferredJobs(host.read, ids) }),
  }),
  action(startContract, {
    find: (context, params) => requireStart(host, context, params),
    run: async (context, params, seen) => ({
      run: await presentRun(host, context, await startRun(host, context, seen, params)),
    }),
    replay: async (context, runId, { id }) => {
      const { run } = await requireRun(host, context, { id, runId });
      return { run: await presentRun(host, context, run) };
    },
  }),
  action(getRun, {
    find: (context, params) => requireRunAlone(host, context, params),
    run: async (context, _params, run) => ({ run: await presentRun(host, context, run) }),
  }),
  action(followContract, {
    find: (context, params) => requireRunAlone(host, context, params),
    run: async (_context, { withNodes }, { id, status, createdAt, completedAt }) => ({
      status,
      createdAt: iso(createdAt),
      completedAt: completedAt === null ? null : iso(completedAt),
      nodes: withNodes ? await countNodes(host.read, id) : null,
    }),
  }),
  action(listRunsContract, {
    find: (context, { id }) => requireWorkflow(host, context, id),
    run: (context, query, seen) => listRuns(host, context, seen, query),
  }),
  action(stopContract, {
    find: (context, params) => requireRun(host, context, params),
    allow: allowStarter,
    run: async (context, _params, { run }) => ({
      run: await presentRun(host, context, await stopRun(host, run)),
    }),
  }),
  action(resumeContract, {
    find: (context, params) => requireRun(host, context, params),
    allow: allowStarter,
    run: async (context, _params, seen) => ({
      run: await presentRun(host, context, await resumeRun(host, context, seen)),
    }),
    replay: async (context, _id, params) => {
      const { run } = await requireRun(host, context, params);
      return { run: await presentRun(host, context, run) };
    },
  }),
  action(estimateContract, {
    find: (context, params) => requireStart(host, context, params),
    run: (context, params, seen) => estimateRun(host, context, seen, params),
  }),
];
