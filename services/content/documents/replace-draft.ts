import type { ContentFields } from "../../../contracts/content-schema.js";
import type { DraftServices } from "./draft-services.js";
import type { DraftNow, LiveState } from "./draft-state.repository.js";
import { type Save, saveDraft, type Saved } from "./save-draft.js";
import { withFields } from "./with-fields.js";
import type { DraftNext } from "./compute-before-lock.js";

/** A save after which the document has a state. */
export type LiveNext = DraftNext & { live: LiveState };

/**
 * Replaces the whole draft (rules/content 12): fields that are left out are cleared. A replace that changes
 * nothing makes no new version. Throws `conflict` for another `baseVersion`.
 */
export const replaceDraft = (
  draftServices: DraftServices,
  save: Omit<Save, "kind">,
  fields: ContentFields,
): Promise<Saved<LiveNext>> => {
  draftServices.largeDocuments.noteChange(save.documentId, fields);
  return saveDraft(draftServices, { ...save, kind: "draft" }, async (now) =>
    withState(draftServices, now, await withFields(draftServices, now, fields)),
  );
};

/** Adds a state to a change that has none: the save is the same, and the document has a state afterwards. */
export const withState = async (
  { drafts }: DraftServices,
  { shape }: DraftNow,
  next: DraftNext,
): Promise<LiveNext> => ({
  ...next,
  live: next.live ?? { ...(await drafts.make(shape, next.fields)), buffered: null },
});
