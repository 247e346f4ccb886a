import { z } from "zod";
import { cancelGeneration, getGeneration } from "../../../contracts/generation.js";
import { presentAgentJob } from "../present-agent-job.js";
import { isFinished } from "../wait-for-job.js";
import type { TaskKind } from "./task.js";

const given = z.object({ job: z.object({ id: z.string() }), estimatedCredits: z.int() });

/**
 * Task of a job that generate or run_application started. The handle contains the estimate, which is stored
 * nowhere else.
 */
export const generationTask: TaskKind = {
  name: "generation",
  readsWith: "get_generation",
  cancelsWith: "cancel_generation",
  partsOf(result) {
    const { job, estimatedCredits } = given.parse(result);
    return [job.id, String(estimatedCredits)];
  },
  async read(call, [id = "", estimate]) {
    const { job } = await call.call(getGeneration, { id });
    const state = {
      message: `The job is ${job.status}.`,
      createdAt: job.createdAt,
      updatedAt: job.completedAt ?? new Date().toISOString(),
    };
    if (!isFinished(job)) return { ...state, status: "working" };
    if (job.status === "canceled") return { ...state, status: "cancelled" };
    const result = { job: await presentAgentJob(call, job), estimatedCredits: Number(estimate) };
    return { ...state, status: "completed", result };
  },
  cancel: (call, [id = ""]) => call.call(cancelGeneration, { id }),
};
