import type { ContentFields } from "../../../contracts/content-schema.js";
import type { Desk } from "./desk.js";
import type { LiveState } from "./draft-state.js";
import { type DraftNext, saveDraft, type Saved } from "./save-draft.js";
import { withFields } from "./with-fields.js";

/** A save that leaves a state behind. */
export type LiveNext = DraftNext & { live: LiveState };

/** Full replace (spec: Content management): what is left out is cleared. One that changes nothing is no save. */
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
