import type { GenerationParams } from "../../../contracts/generation-params.js";

/** The major part of a content type (rules/models 21). */
export type MediaKind = "image" | "video" | "audio";

/** A stored object that a job reads: where it was named, its id in lower case, what it may be. */
export interface MediaInput {
  /** `startFrameStorageId`, `referenceImageStorageIds[1]` */
  field: string;
  storageId: string;
  kinds: readonly MediaKind[];
}

export interface CheckedParams<P extends GenerationParams = GenerationParams> {
  /** Exactly as submitted: nothing trimmed, no defaults. */
  params: P;
  /** In the order of the fields; an object that is named twice is listed twice. */
  media: readonly MediaInput[];
}

/** Adds the media inputs that `accepts` finds in `params`. */
export function withMedia<P extends GenerationParams>(
  params: P,
  accepts: { readonly [F in keyof P & string]?: readonly MediaKind[] },
): CheckedParams<P> {
  const media: MediaInput[] = [];
  const add = (field: string, storageId: string, kinds: readonly MediaKind[]) =>
    media.push({ field, storageId: storageId.toLowerCase(), kinds });
  for (const [field, value] of Object.entries<unknown>(params)) {
    const kinds = kindsOf(accepts, field);
    if (kinds === undefined) continue;
    if (typeof value === "string") add(field, value, kinds);
    else if (Array.isArray(value))
      value.forEach((storageId: string, index) => add(`${field}[${index}]`, storageId, kinds));
  }
  return { params, media };
}

const kindsOf = (accepts: Readonly<Record<string, readonly MediaKind[] | undefined>>, field: string) =>
  Object.hasOwn(accepts, field) ? accepts[field] : undefined;
