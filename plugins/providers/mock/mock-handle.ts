import { z } from "zod";
import type { Handle } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";

const work = z.strictObject({
  contentType: z.enum(["image/png", "audio/wav", "video/mp4"]),
  /** How many files. */
  count: z.int().positive(),
  /** Pixels; 0 for sound. */
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  /** Length; 0 for images. */
  seconds: z.number().nonnegative(),
  /** Whether a video has a sound track. */
  sound: z.boolean(),
  /** 32 bits of the request: they choose colours and pitch. */
  seed: z.int().nonnegative(),
});
/** What to make. */
export type MockWork = z.infer<typeof work>;

const mockHandle = work.extend({
  /** Milliseconds since the epoch. */
  startedAt: z.int(),
  readyAt: z.int(),
  fails: z.boolean(),
});
/** The mock's upstream id: all that another process needs to go on. */
export type MockHandle = z.infer<typeof mockHandle>;

/** Reads a stored handle; a foreign one is an `unknown` failure. */
export function readHandle(stored: Handle): MockHandle {
  const parsed = mockHandle.safeParse(stored);
  if (!parsed.success)
    throw new ProviderError("unknown", "The upstream id is not one of the mock provider's.");
  return parsed.data;
}
