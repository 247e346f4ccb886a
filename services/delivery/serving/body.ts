import type { BodyParts } from "./body-writer.js";

/** An answer, kept for those who ask the same of the same content. */
export interface Body {
  /** JSON in UTF-8. */
  parts: BodyParts;
  /** Strong. Covers the signing window where the text holds signed URLs (decisions 11). */
  etag: string;
  /** Names the project, types and documents in the body. */
  cacheTag: string;
  /** The signing window of its URLs; null: it has none. */
  window: number | null;
}

/** The other headers have up to 700 bytes, and nginx, unless told otherwise, takes no answer with more than 4 KB of them. */
const MAX_TAG_BYTES = 3000;

/** Makes the body of an answer from its JSON. The first of the wide tags is the project's. */
export function makeBody(
  parts: BodyParts,
  { tags, wideTags, window }: { tags: readonly string[]; wideTags: readonly string[]; window: number | null },
): Body {
  // with too many documents the types stand for them, with too many types the project
  const fitting = [[...wideTags, ...tags], wideTags, wideTags.slice(0, 1)].map((each) => each.join(","));
  const cacheTag = fitting.find(({ length }) => length <= MAX_TAG_BYTES) ?? "";
  return { parts, etag: `"${parts.digest()}"`, cacheTag, window };
}
