import { z } from "zod";
import { runFields } from "./application-run.js";
import { contract } from "./contract.js";
import { generationJob } from "./generation.js";
import { slug, uuid } from "./ids.js";
import { openPage, total } from "./pagination.js";

/** One Application as callers read it (rules/applications 1). */
export const application = z.strictObject({
  id: slug(),
  kind: z.enum(["image", "video", "audio"]).describe("The medium that the Application makes."),
  name: z.string(),
  description: z.string(),
  prompt: z.string().optional().describe("Base prompt; the user's text follows it."),
  modelId: z.string(),
  inputKind: z.enum(["image", "video", "audio"]),
  minImages: z.int().min(0),
  maxImages: z.int().min(0),
  acceptsText: z.boolean(),
  thumb: z
    .string()
    .optional()
    .describe(
      "Path of a picture on this host that everybody may read; it shows a result of the Application.",
    ),
  categories: z.array(z.string()),
  presets: z.array(
    z.strictObject({ id: slug(), name: z.string(), prompt: z.string(), thumb: z.string().optional() }),
  ),
  example: z
    .strictObject({ before: z.string(), after: z.string(), afterKind: z.enum(["image", "video", "audio"]) })
    .optional(),
  canvas: z.record(z.string(), z.unknown()).optional(),
});
export type ApplicationView = z.infer<typeof application>;

export const applicationCollection = z.strictObject({
  id: slug(),
  title: z.string(),
  tagline: z.string(),
  applicationIds: z.array(z.string()),
});
export type ApplicationCollection = z.infer<typeof applicationCollection>;

export const listApplications = contract({
  name: "applications.list",
  description:
    "Lists the curated Applications whose model is in the catalog, and the collections that group them.",
  params: z.object({ ...openPage({ max: 500 }) }),
  result: z.strictObject({
    applications: z.array(application),
    collections: z.array(applicationCollection),
    total,
  }),
  audience: "account",
  rest: { method: "GET", path: "/v1/applications" },
  area: "generation",
});

export const runApplication = contract({
  name: "applications.run",
  description: "Runs an Application: submits a generation job with the composed prompt.",
  params: z.strictObject({
    id: slug(),
    ...runFields,
    projectId: uuid()
      .nullish()
      .describe(
        "Id of the project that the job belongs to and whose owner pays; null or left out: the caller's default project.",
      ),
  }),
  result: z.strictObject({ job: generationJob, estimatedCredits: z.int() }),
  audience: "account",
  rest: { method: "POST", path: "/v1/applications/:id/run" },
  area: "generation",
  spends: true,
  idempotent: true,
});

/** Names the model of an Application that is served. It is called between services, and throws not_found. */
export const findApplication = contract({
  name: "applications.find",
  description: "The model of an Application that is served.",
  params: z.object({ id: z.string() }),
  result: z.strictObject({ modelId: z.string() }),
  audience: "internal",
});

/**
 * Composes the parameters that a run would submit. It is called between services, and throws invalid_params.
 */
export const composeApplication = contract({
  name: "applications.compose",
  description: "The parameters that a run of an Application submits.",
  params: z.strictObject({ id: z.string(), ...runFields }),
  result: z.strictObject({ params: z.record(z.string(), z.unknown()) }),
  audience: "internal",
});
