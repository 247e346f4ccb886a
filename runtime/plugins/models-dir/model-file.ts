import { z } from "zod";
import { slug } from "../../../contracts/ids.js";
import { inputLimit } from "../../../contracts/input-limit.js";
import { model } from "../../../contracts/models.js";
import { languageTag } from "../../../contracts/transcriptions.js";

const text = z.string().min(1).max(300);
const rule = z.strictObject({
  name: z.union([text, z.array(text).min(1)], "must be a name or a list of names"),
  form: z.enum(["text", "seconds", "first"]).optional(),
  values: z.record(z.string(), z.unknown()).optional(),
});
const node = z.looseObject({
  class_type: z.string("is what a node of a graph in ComfyUI's API format has"),
  inputs: z.record(z.string(), z.unknown(), "is what a node of a graph in ComfyUI's API format has"),
});

const source = z
  .strictObject({ page: z.string(), date: z.string(), assumed: z.string().optional() })
  .optional();

/** The schema of a media model after a file's entry is merged into the provider's own model. */
export const mediaEntry = model.omit({ provider: true, enabled: true }).extend({
  id: slug(),
  displayName: text,
  providerModelId: text,
  source,
  inputs: z
    .record(z.string(), z.union([text, rule], "must be a name, or an object with name, form, values"))
    .optional(),
  fixed: z.record(z.string(), z.unknown()).optional(),
  endpoints: z.record(z.string(), text).optional(),
  graph: z.record(z.string(), node).optional(),
  inputLimit: inputLimit.optional(),
});

export const textEntry = z.strictObject({
  id: slug().refine((id) => id !== "auto", 'must not be "auto", which leaves the choice to Kiln'),
  kind: z.literal("text"),
  displayName: text,
  providerModelId: text,
  creditsPerThousandTokens: z.strictObject({
    input: z.number().nonnegative(),
    output: z.number().nonnegative(),
  }),
  maxOutputTokens: z.int().positive().max(1_000_000),
  source,
});

export const transcriberEntry = z.strictObject({
  id: slug(),
  kind: z.literal("transcription"),
  displayName: text,
  providerModelId: text,
  languages: z.array(languageTag).min(1).optional(),
  preference: z.number().optional(),
  source,
  fixed: z.record(z.string(), z.unknown()).optional(),
});

export const ENTRIES = { media: mediaEntry, text: textEntry, transcription: transcriberEntry } as const;
export type EntryKind = keyof typeof ENTRIES;

/** The schema of a file; the fields of its entries are checked when they are merged. */
export const modelFile = z.strictObject({
  provider: z
    .string("is required: the id of a provider, such as fal")
    .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, "must be the id of a provider, such as fal"),
  models: z.array(z.looseObject({ id: slug() }), "is required: a list of models").max(1000),
});
