import type { z } from "zod";
import type { Model, Capabilities } from "../../../contracts/models.js";
import type { GenerationParams } from "../../../contracts/generation-params.js";

/** The major part of a content type (rules/models 21). */
export type MediaKind = "image" | "video" | "audio";

/** How `params` of a kind are checked, in this order. */
export interface KindRules<A extends Capabilities, P extends GenerationParams> {
  shape: z.ZodType<P>;
  /** Its parameters, and which of them a model supports. */
  takes(able: A): Readonly<Record<keyof P & string, boolean>>;
  /** What the model's capabilities say of values. Throws invalid_params. */
  check(model: CapableModel, able: A, params: P): void;
  /** The parameters that name stored objects, and the kinds that these may be of. */
  media(able: A): { readonly [F in keyof P & string]?: readonly MediaKind[] };
}

export type CapableModel = Pick<Model, "id" | "capabilities">;
