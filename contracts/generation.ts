import { z } from "zod";
import { contract } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { kind } from "./models.js";
import { page, total } from "./pagination.js";

export const GENERATION_STATUSES = ["queued", "running", "succeeded", "failed", "canceled"] as const;
export const generationStatus = z.enum(GENERATION_STATUSES);
export type GenerationStatus = z.infer<typeof generationStatus>;

/** spec: Generation job; `charged` and `error` by decisions 4. */
export const generationJob = z.strictObject({
  id: z.string(),
  model: z.string(),
  kind,
  status: generationStatus,
  params: z.record(z.string(), z.unknown()),
  resultUrls: z.array(z.string()).nullable(),
  resultStorageIds: z.array(z.string()).nullable(),
  errorMessage: z.string().nullable(),
  costCredits: z.int().nullable(),
  createdAt: timestamp(),
  completedAt: timestamp().nullable(),
  projectId: z.string().nullable(),
  cutId: z.string().nullable(),
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

export const createEstimate = contract({
  name: "generation.estimate",
  description: "Prices a generation after the same checks as its submission; changes nothing.",
  params: z.object(request),
  result: z.strictObject({ estimatedCredits: z.int(), remainingCredits: z.int(), affordable: z.boolean() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/estimates" },
  area: "generation",
});
