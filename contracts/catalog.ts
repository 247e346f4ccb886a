import { z } from "zod";
import { contract } from "./contract.js";
import { slug } from "./ids.js";
import { inputLimit } from "./input-limit.js";
import { kind, model, pricing } from "./models.js";
import { openPage, page, total } from "./pagination.js";

export const listModels = contract({
  name: "models.list",
  description: "Lists the enabled models of the catalog.",
  params: z.object({ kind: kind.optional(), ...openPage({ max: 500 }) }),
  result: z.strictObject({ models: z.array(model), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/models" },
  area: "generation",
});

/**
 * Reads one model of the catalog, disabled ones included; null when no running provider declares it. It is
 * called between services.
 */
export const findModel = contract({
  name: "models.find",
  description: "Reads one model of the catalog, disabled ones included.",
  params: z.object({ id: z.string() }),
  result: z.strictObject({ model: model.nullable() }),
  audience: "internal",
});

/**
 * Checks submitted params against a model and returns their media inputs and price. It is called between
 * services.
 */
export const checkModelParams = contract({
  name: "models.check",
  description:
    "Checks parameters against a model's capabilities and prices them; invalid_params names the field.",
  params: z.object({ id: z.string(), params: z.record(z.string(), z.unknown()) }),
  result: z.strictObject({
    estimatedCredits: z.int(),
    media: z.array(z.strictObject({ field: z.string(), storageId: z.string(), kinds: z.array(z.string()) })),
    /** What the model takes of these files; a process of an earlier release leaves it out. */
    inputLimit: inputLimit.optional(),
  }),
  audience: "internal",
});

/**
 * Lists the kinds of jobs and their providers that some process of the deployment works on. It is called
 * between services.
 */
export const listWorkers = contract({
  name: "models.workers",
  description: "Lists what some process works on, as kind@provider.",
  params: z.object({}),
  result: z.strictObject({ workers: z.array(z.string()) }),
  audience: "internal",
});

/** A model as operators read it: the served values, and which of them are overridden. */
export const adminModel = model.extend({
  overrides: z.strictObject({
    enabled: z.boolean().nullable(),
    pricing: pricing.nullable(),
    paidOnly: z.boolean().nullable(),
  }),
});
export type AdminModel = z.infer<typeof adminModel>;

export const adminListModels = contract({
  name: "models.adminList",
  description: "Lists every model of the catalog, disabled ones included, with the operator's overrides.",
  params: z.object({ ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({ models: z.array(adminModel), total }),
  audience: "operator",
  rest: { method: "GET", path: "/v1/admin/models" },
});

export const adminUpdateModel = contract({
  name: "models.adminUpdate",
  description:
    "Overrides a model's enabled, pricing (as a whole) or paidOnly; null returns to the plugin's own value.",
  params: z.strictObject({
    id: slug(),
    enabled: z.boolean().nullish().describe("True when jobs may name the model."),
    pricing: pricing.nullish().describe("Prices of the model, which replace the plugin's as a whole."),
    paidOnly: z.boolean().nullish().describe("True when the model is open to paying accounts only."),
  }),
  result: z.strictObject({ model: adminModel }),
  audience: "operator",
  rest: { method: "PATCH", path: "/v1/admin/models/:id" },
});
