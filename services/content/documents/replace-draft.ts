import type { ContentFields } from "../../../contracts/content-schema.js";
import type { DraftServices } from "./draft-services.js";
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
  draftServices: DraftServices,
  authorId: string,
  documentId: string,
  fields: ContentFields,
): Promise<Saved<LiveNext>> => {
  draftServices.largeDocuments.noteChange(documentId, fields);
  return saveDraft(draftServices, { documentId, authorId, kind: "draft" }, async (now) => {
    const next = await withFields(draftServices, now, fields);
    return {
      ...next,
      live: next.live ?? { ...(await draftServices.drafts.make(now.shape, next.fields)), buffered: null },
    };
  });
};
