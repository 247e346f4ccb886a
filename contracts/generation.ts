import { z } from "zod";
import { runFields } from "./application-run.js";
import { contract } from "./contract.js";
import { slug, timestamp, uuid } from "./ids.js";
import { kind } from "./models.js";
import { page, total } from "./pagination.js";

export const GENERATION_STATUSES = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export const generationStatus = z.enum(GENERATION_STATUSES);
export type GenerationStatus = z.infer<typeof generationStatus>;

/** The parameters of a job, as its caller sent them; they were checked then (`generationParams`), and are not again. */
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
      "How far the provider says that it is, from 0 to 1; 1 once succeeded, null when it does not say.",
    ),
  queuePosition: z
    .int()
    .nullable()
    .describe("How many jobs the provider does first; null when it does not say, and once the job is over."),
  resultMetadata: z
    .array(z.record(z.string(), z.unknown()).nullable())
    .nullable()
    .describe("What the provider says of each result, in the order of resultStorageIds."),
  charged: z.boolean().optional().describe("Terminal jobs: true exactly when costCredits is above 0."),
  error: z
    .strictObject({ code: z.string(), retryable: z.boolean() })
    .optional()
    .describe("Failed jobs: why, for programs."),
});
export type GenerationJobView = z.infer<typeof generationJob>;

const request = {
  model: z.string("is required: the id of a model from GET /v1/models").min(1).describe("Model id."),
  params: z
    .record(z.string(), z.unknown(), "is required: an object whose fields the model's kind decides")
    .describe("Parameters; `kind` must equal the model's kind."),
  projectId: uuid().nullish().describe("Bill and scope the job to this project."),
  cutId: uuid().nullish().describe("Cut attribution; only with projectId."),
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

/** A generation's body, or a run's with its Application (rules/billing 18). */
const estimateRequest = z
  .object({
    ...request,
    model: request.model.optional(),
    params: request.params.optional(),
    applicationId: slug()
      .optional()
      .describe("Instead of model and params: price a run of this Application."),
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

/** How jobs stand that other work asked for. Between services. */
export const readJobStates = contract({
  name: "generation.states",
  description: "State and results of jobs, whoever submitted them; unknown ids are left out.",
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

/** Calls off jobs that other work asked for. Between services. */
export const cancelJobs = contract({
  name: "generation.cancelMany",
  description: "Cancels the live ones among some jobs, whoever submitted them; may be repeated.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({ canceled: z.int() }),
  audience: "internal",
  effect: "write",
});
