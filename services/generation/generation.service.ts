import {
  cancelGeneration,
  cancelJobs,
  createEstimate,
  createGeneration,
  getGeneration,
  listGenerations,
  readJobStates,
} from "../../contracts/generation.js";
import { generationProjectDeleted } from "../../contracts/project-cascade.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { sweepEvents } from "../events/index.js";
import { cancelJob } from "./cancel-job.js";
import { createJob } from "./create-job.js";
import { circuitGauge } from "./circuit.js";
import { dropTask } from "./drop-task.js";
import { asJobRequest, estimateRequest, findEstimated } from "./estimate-request.js";
import { freeJobsTask } from "../billing/index.js";
import { freeJobs } from "./free-jobs.js";
import { allowCancel, allowGeneration, findSubject, requireJob } from "./generation.policy.js";
import { goneSweep } from "./gone-sweep.js";
import { findLiveJobs } from "./job.repository.js";
import { onProjectDeleted } from "./on-project-deleted.js";
import { listJobs } from "./list-jobs.js";
import { presentJobs, presentOne } from "./present-job.js";
import { readStates } from "./read-states.js";

/** Makes the service of the jobs' API; the workers are services of their own. */
const generation: AreaFactory = (host) => {
  const sweep = goneSweep(host);
  const events = sweepEvents(host);
  const free = freeJobsTask(host, freeJobs(host));
  let hideCircuits = () => {};
  return {
    name: "generation",
    actions: [
      action(createGeneration, {
        find: findSubject,
        allow: allowGeneration,
        run: async (context, request, subject) => {
          const { job, estimatedCredits } = await createJob(host, context, request, subject);
          return { job: await presentOne(context, job), estimatedCredits };
        },
        replay: async (context, id) => {
          const { job } = await requireJob(host, context, id);
          return { job: await presentOne(context, job), estimatedCredits: job.estimatedCredits };
        },
      }),
      action(createEstimate, {
        find: findEstimated,
        allow: (context, request, subject) => allowGeneration(context, asJobRequest(request), subject),
        run: (context, request, subject) => estimateRequest(host, context, request, subject),
      }),
      action(getGeneration, {
        find: (context, { id }) => requireJob(host, context, id),
        run: async (context, _params, { job }) => ({ job: await presentOne(context, job) }),
      }),
      action(listGenerations, {
        run: async (context, query) => {
          const { jobs, total } = await listJobs(host, context, query);
          return { jobs: await presentJobs(context, jobs), total };
        },
      }),
      action(cancelGeneration, {
        find: (context, { id }) => requireJob(host, context, id),
        allow: allowCancel,
        run: async (context, _params, { job }) => ({
          job: await presentOne(context, await cancelJob(host, job)),
        }),
      }),
      action(readJobStates, {
        run: async (_context, { ids }) => ({ jobs: await readStates(host, ids) }),
      }),
      action(cancelJobs, {
        run: async (_context, { ids }) => {
          const live = await findLiveJobs(host.read, ids);
          for (const job of live) await cancelJob(host, job);
          return { canceled: live.length };
        },
      }),
      action(generationProjectDeleted, {
        run: (_context, { projectId }) => onProjectDeleted(host, projectId),
      }),
    ],
    tasks: [sweep.handler, events.handler, free.handler, dropTask(host)],
    started: async () => {
      hideCircuits = host.gauges.show(circuitGauge(host));
      await sweep.start();
      await events.start();
      await free.start();
    },
    stopped: async () => hideCircuits(),
  };
};
export default generation;
