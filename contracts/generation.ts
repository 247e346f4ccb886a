import { z } from "zod";
import { runFields } from "./application-run.js";
import { contract } from "./contract.js";
import { slug, timestamp, uuid } from "./ids.js";
import { kind } from "./models.js";
import { page, total } from "./pagination.js";

export const GENERATION_STATUSES = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export const generationStatus = z.enum(GENERATION_STATUSES);
export type GenerationStatus = z.infer<typeof generationStatus>;

/**
 * Parameters of a job as its caller sent them. They were checked at submission (`generationParams`) and are
 * not checked again.
 */
export const jobParams = z.record(z.string(), z.unknown());

/** A job as callers read it (rules/generation 1, 2 and 7). */
export const generationJob = z.strictObject({
  id: z.string(),
  model: z.string(),
  kind,
  status: generationStatus,
  params: jobParams,
  resultUrls: z.array(z.string()).nullable(),
  resultStorageIds: z.array(z.string()).nullable(),
  errorMessage: z.string().nullable(),
  costCredits: z.int().nullable(),
  createdAt: timestamp(),
  completedAt: timestamp().nullable(),
  projectId: z.string().nullable(),
  cutId: z.string().nullable(),
  progress: z
    .number()
    .nullable()
    .describe(
      "Progress that the provider reports, from 0 to 1; 1 once succeeded, null when the provider reports none.",
    ),
  queuePosition: z
    .int()
    .nullable()
    .describe(
      "Number of jobs that the provider does first; null when it does not say, and once the job is over.",
    ),
  resultMetadata: z
    .array(z.record(z.string(), z.unknown()).nullable())
    .nullable()
    .describe("Metadata that the provider gives for each result, in the order of resultStorageIds."),
  charged: z
    .boolean()
    .optional()
    .describe("True exactly when costCredits is above 0; only on terminal jobs."),
  error: z
    .strictObject({ code: z.string(), retryable: z.boolean() })
    .optional()
    .describe("Reason of the failure for programs; only on failed jobs."),
});
export type GenerationJobView = z.infer<typeof generationJob>;

const request = {
  model: z.string("is required: the id of a model from GET /v1/models").min(1).describe("Id of the model."),
  params: z
    .record(z.string(), z.unknown(), "is required: an object whose fields the model's kind decides")
    .describe("Parameters; `kind` must equal the model's kind."),
  projectId: uuid()
    .nullish()
    .describe(
      "Id of the project that the job belongs to and whose owner pays; null or left out: the caller's default project.",
    ),
  cutId: uuid().nullish().describe("Id of the cut that the job is attributed to; only with projectId."),
};

export const createGeneration = contract({
  name: "generation.create",
  description: "Submits a generation job.",
  params: z.object(request),
  result: z.strictObject({ job: generationJob, estimatedCredits: z.int() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/generations" },
  area: "generation",
  spends: true,
  idempotent: true,
});

export const getGeneration = contract({
  name: "generation.get",
  description: "Reads a generation job.",
  params: z.object({ id: uuid() }),
  result: z.strictObject({ job: generationJob }),
  audience: "account",
  rest: { method: "GET", path: "/v1/generations/:id" },
  area: "generation",
});

export const listGenerations = contract({
  name: "generation.list",
  description: "Lists generation jobs, newest first.",
  params: z.object({
    ...page({ default: 50, max: 200 }),
    projectId: uuid().optional(),
    cutId: uuid().optional(),
  }),
  result: z.strictObject({ jobs: z.array(generationJob), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/generations" },
  area: "generation",
});

export const cancelGeneration = contract({
  name: "generation.cancel",
  description: "Cancels a queued or running job; a terminal one is returned as it is.",
  params: z.object({ id: uuid() }),
  result: z.strictObject({ job: generationJob }),
  audience: "account",
  rest: { method: "POST", path: "/v1/generations/:id/cancel" },
  area: "generation",
});

/**
 * Body of an estimate: that of a generation, or that of an Application's run with the Application's id
 * (rules/billing 18).
 */
const estimateRequest = z
  .object({
    ...request,
    model: request.model.optional(),
    params: request.params.optional(),
    applicationId: slug()
      .optional()
      .describe("Id of an Application whose run is priced, instead of model and params."),
    ...runFields,
  })
  .superRefine((given, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [field], message });
    if (given.applicationId !== undefined) {
      for (const field of ["model", "params", "cutId"] as const)
        if (given[field] !== undefined && given[field] !== null)
          refuse(field, "is not taken with applicationId");
      return;
    }
    if (given.model === undefined) refuse("model", "is required: the id of a model from GET /v1/models");
    if (given.params === undefined)
      refuse("params", "is required: an object whose fields the model's kind decides");
    for (const field of Object.keys(runFields) as (keyof typeof runFields)[])
      if (given[field] !== undefined) refuse(field, "is taken only with applicationId");
  });

export const createEstimate = contract({
  name: "generation.estimate",
  description:
    "Prices a generation, or a run of an Application, after the same checks as its submission; changes nothing.",
  params: estimateRequest,
  result: z.strictObject({ estimatedCredits: z.int(), remainingCredits: z.int(), affordable: z.boolean() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/estimates" },
  area: "generation",
  spends: true,
});

/** Reads the states of jobs that other work submitted. It is called between services. */
export const readJobStates = contract({
  name: "generation.states",
  description: "Reads state and results of jobs, whoever submitted them; unknown ids are left out.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({
    jobs: z.array(
      z.strictObject({
        id: z.string(),
        kind,
        status: generationStatus,
        resultStorageIds: z.array(z.string()).nullable(),
        costCredits: z.int().nullable(),
        errorMessage: z.string().nullable(),
      }),
    ),
  }),
  audience: "internal",
});
export type JobState = z.infer<typeof readJobStates.result>["jobs"][number];

/** Cancels jobs that other work submitted. It is called between services. */
export const cancelJobs = contract({
  name: "generation.cancelMany",
  description:
    "Cancels the queued and running ones among some jobs, whoever submitted them; may be repeated.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({ canceled: z.int() }),
  audience: "internal",
  effect: "write",
});
