import { z } from "zod";

/** What a model takes of the files that one job names. A file that is named twice counts twice. */
export const inputLimit = z.strictObject({
  /** The most files; without it only the model's capabilities limit them. */
  count: z.int().positive().optional(),
  /** The most bytes of all files together; 2 GB without it. */
  bytes: z.int().positive().optional(),
});
export type InputLimit = z.infer<typeof inputLimit>;
