import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { PARAM_LIMITS } from "./generation-params.js";
import { uuid } from "./ids.js";

/** Code points of a run's text: the text is trimmed, and cut behind them (rules/applications 4). */
export const TEXT_CODE_POINTS = 2000;

/**
 * Fields of a request that runs an Application; the Application's own rules decide which of them it takes.
 */
export const runFields = {
  imageStorageIds: boundedList(uuid(), PARAM_LIMITS.references, {
    tooLong: `must be a list of at most ${PARAM_LIMITS.references} UUIDs`,
  })
    .optional()
    .describe(
      "Ids of the input images, for an Application of inputKind image: from minImages to maxImages of them.",
    ),
  videoStorageId: uuid().optional().describe("Id of the input video, for an Application of inputKind video."),
  audioStorageId: uuid().optional().describe("Id of the input audio, for an Application of inputKind audio."),
  durationSeconds: z
    .number("must be a number of seconds")
    .positive("must be greater than 0")
    .max(PARAM_LIMITS.declaredSeconds, `must be at most ${PARAM_LIMITS.declaredSeconds}`)
    .optional()
    .describe("Seconds of the source; required where the model is billed by the duration of its source."),
  text: z
    .string()
    .overwrite((text) =>
      [...text.trim()]
        .slice(0, TEXT_CODE_POINTS)
        .join("")
        .replace(/\p{Surrogate}/gu, "\ufffd"),
    )
    .optional()
    .describe("The user's wishes, trimmed and cut to 2,000 characters; only where acceptsText is true."),
  presetId: z.string().optional().describe("Id of one of the Application's presets."),
};
const runBody = z.strictObject(runFields);
export type RunBody = z.infer<typeof runBody>;
