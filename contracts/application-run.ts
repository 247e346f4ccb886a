import { z } from "zod";
import { PARAM_LIMITS } from "./generation-params.js";
import { uuid } from "./ids.js";

/** Trimmed, then cut (rules/applications 4). */
export const TEXT_CODE_POINTS = 2000;

/** What an Application is run with; its own rules say which of it. */
export const runFields = {
  imageStorageIds: z
    .array(uuid())
    .max(PARAM_LIMITS.references, `must be a list of at most ${PARAM_LIMITS.references} UUIDs`)
    .optional()
    .describe("For inputKind image: between minImages and maxImages."),
  videoStorageId: uuid().optional().describe("For inputKind video."),
  audioStorageId: uuid().optional().describe("For inputKind audio."),
  durationSeconds: z
    .number("must be a number of seconds")
    .positive("must be greater than 0")
    .max(PARAM_LIMITS.declaredSeconds, `must be at most ${PARAM_LIMITS.declaredSeconds}`)
    .optional()
    .describe("Required where the model is billed by the duration of its source."),
  text: z
    .string()
    .overwrite((text) =>
      [...text.trim()]
        .slice(0, TEXT_CODE_POINTS)
        .join("")
        .replace(/\p{Surrogate}/gu, "\ufffd"),
    )
    .optional()
    .describe("What the user wishes, trimmed to 2,000 characters; only where acceptsText is true."),
  presetId: z.string().optional().describe("One of the Application's presets."),
};
const runBody = z.strictObject(runFields);
export type RunBody = z.infer<typeof runBody>;
