import type { ContentFields } from "../../../contracts/content-schema.js";
import type { DraftServices } from "./draft-services.js";
import type { LiveNext } from "./replace-draft.js";
import { type Save, saveDraft, type Saved } from "./save-draft.js";

/**
 * Restores the draft of a revision, as a save of its own even when nothing differs (rules/content 36). The
 * state is rebuilt: updates that editors still send on the old epoch are refused, and are merged after the
 * editors open the new one. Throws `conflict` for another `baseVersion`.
 */
export const restoreRevision = (
  draftServices: DraftServices,
  save: Omit<Save, "kind">,
  payload: ContentFields,
): Promise<Saved<LiveNext>> => {
  draftServices.largeDocuments.noteChange(save.documentId, payload);
  return saveDraft(draftServices, { ...save, kind: "restore" }, async ({ shape, epoch, document }) => {
    const { drafts } = draftServices;
    const made = await drafts.make(shape, await drafts.settle(shape, payload, document.draft));
    // Buffered updates build on the old epoch, so they are dropped.
    const live = { ...made, buffered: null };
    return { fields: made.fields, live, isChanged: true, epoch: epoch + 1 };
  });
};
