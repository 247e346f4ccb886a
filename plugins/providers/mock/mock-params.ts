import { z } from "zod";
import { ProviderError } from "../../kit/provider-error.js";

const id = z.string().optional();
const ids = z.array(z.string()).optional();

/** The parameters that change what the mock makes, and its media inputs; the engine has checked them before. */
const mockParams = z.looseObject({
  prompt: z.string().optional(),
  aspectRatio: z.string().optional(),
  resolution: z.string().optional(),
  numImages: z.int().positive().optional(),
  duration: z.number().positive().optional(),
  durationSeconds: z.number().positive().optional(),
  generateAudio: z.boolean().optional(),
  sourceStorageId: id,
  videoStorageId: id,
  sourceVideoStorageId: id,
  startFrameStorageId: id,
  endFrameStorageId: id,
  referenceStorageIds: ids,
  referenceImageStorageIds: ids,
  referenceVideoStorageIds: ids,
  referenceAudioStorageIds: ids,
});
export type MockParams = z.infer<typeof mockParams>;

/** Reads a job's parameters; a wrong type is `invalid_params`. */
export function readParams(params: Readonly<Record<string, unknown>>): MockParams {
  const parsed = mockParams.safeParse(params);
  if (!parsed.success) throw new ProviderError("invalid_params", z.prettifyError(parsed.error));
  return parsed.data;
}

/** Storage ids of all media inputs. */
export function mediaIds(params: MockParams): string[] {
  const all = [
    params.sourceStorageId,
    params.videoStorageId,
    params.sourceVideoStorageId,
    params.startFrameStorageId,
    params.endFrameStorageId,
    ...(params.referenceStorageIds ?? []),
    ...(params.referenceImageStorageIds ?? []),
    ...(params.referenceVideoStorageIds ?? []),
    ...(params.referenceAudioStorageIds ?? []),
  ];
  return all.filter((value) => value !== undefined);
}
