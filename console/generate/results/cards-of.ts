import type { GenerationListResult } from "../../../sdk/generated/types.js";

type Job = GenerationListResult["jobs"][number];

/**
 * How many cards a job has: one for each result, which are there from the beginning, so that nothing moves when results come
 * (rules/console 14). One that ended without results has one, which says why.
 */
export function cardsOf(job: Pick<Job, "status" | "params" | "resultStorageIds">): number {
  const made = job.resultStorageIds?.length ?? 0;
  const { status, params } = job;
  if (made > 0 || (status !== "queued" && status !== "running")) return Math.max(1, made);
  return "numImages" in params && typeof params.numImages === "number" ? Math.max(1, params.numImages) : 1;
}

/** Widths by heights within which a frame of a single column stays. */
const SHAPES = { narrowest: 3 / 4, widest: 16 / 9 };

/** Width by height that was asked for, where cards have a line each and the frame takes that shape. */
export function shapeOf({ kind, params }: Pick<Job, "kind" | "params">): number {
  if (kind === "audio") return SHAPES.widest;
  const [width, height] =
    /^(\d+):(\d+)$/.exec("aspectRatio" in params ? String(params.aspectRatio) : "")?.slice(1) ?? [];
  const shape = Number(width) / Number(height);
  return Number.isFinite(shape) ? Math.min(SHAPES.widest, Math.max(SHAPES.narrowest, shape)) : 1;
}
