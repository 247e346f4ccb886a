import type { ContentFields } from "../../../contracts/content-schema.js";
import type { Desk } from "./desk.js";
import type { LiveState } from "./draft-state.js";
import { type DraftNext, saveDraft, type Saved } from "./save-draft.js";
import { withFields } from "./with-fields.js";

/** A save after which the document has a state. */
export type LiveNext = DraftNext & { live: LiveState };

/**
 * Full replace (spec: Content management): fields that are left out are cleared. A replace that changes nothing makes
 * no new version.
 */
export const replaceDraft = (
  desk: Desk,
  authorId: string,
  documentId: string,
  fields: ContentFields,
): Promise<Saved<LiveNext>> => {
  desk.heavy.noteChange(documentId, fields);
  return saveDraft(desk, { documentId, authorId, kind: "draft" }, async (now) => {
    const next = await withFields(desk, now, fields);
    return {
      ...next,
      live: next.live ?? { ...(await desk.drafts.make(now.shape, next.fields)), buffered: null },
    };
  });
};
