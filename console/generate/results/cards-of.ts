import type { GenerationListResult } from "../../../sdk/generated/types.js";

type Job = GenerationListResult["jobs"][number];

/**
 * Returns the number of cards of a job: one for each expected result, so that nothing moves when results come
 * (rules/console 14). A job that ended without results has one card, which shows the reason.
 */
export function cardsOf(job: Pick<Job, "status" | "params" | "resultStorageIds">): number {
  const made = job.resultStorageIds?.length ?? 0;
  const { status, params } = job;
  if (made > 0 || (status !== "queued" && status !== "running")) return Math.max(1, made);
  return "numImages" in params && typeof params.numImages === "number" ? Math.max(1, params.numImages) : 1;
}

/** Limits of the ratio of width to height of a frame in a single column. */
const SHAPES = { narrowest: 3 / 4, widest: 16 / 9 };

/**
 * Returns the requested ratio of width to height, within the limits; the frame takes it where cards stand in
 * a single column.
 */
export function shapeOf({ kind, params }: Pick<Job, "kind" | "params">): number {
  if (kind === "audio") return SHAPES.widest;
  const [width, height] =
    /^(\d+):(\d+)$/.exec("aspectRatio" in params ? String(params.aspectRatio) : "")?.slice(1) ?? [];
  const shape = Number(width) / Number(height);
  return Number.isFinite(shape) ? Math.min(SHAPES.widest, Math.max(SHAPES.narrowest, shape)) : 1;
}
