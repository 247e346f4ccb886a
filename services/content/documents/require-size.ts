import { MAX_DRAFT_BYTES } from "../../../contracts/content-documents.js";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { invalidParams } from "../../../contracts/errors.js";

/** Returns the bytes of a draft as JSON. Throws `invalid_params` for too many. */
export function requireSize(fields: ContentFields): number {
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  if (bytes > MAX_DRAFT_BYTES)
    throw invalidParams(`draft has ${bytes} bytes as JSON; at most ${MAX_DRAFT_BYTES} are kept.`);
  return bytes;
}
