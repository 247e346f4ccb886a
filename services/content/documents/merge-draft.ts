import type { ContentFields } from "../../../contracts/content-schema.js";
import type { DraftServices } from "./draft-services.js";
import type { DraftNow } from "./draft-state.repository.js";
import { mergedFields } from "./merged-fields.js";
import { type LiveNext, withState } from "./replace-draft.js";
import { type Save, saveDraft, type Saved } from "./save-draft.js";
import { withFields } from "./with-fields.js";
import type { DraftNext } from "./compute-before-lock.js";

/**
 * Changes the given fields and leaves the others (rules/content 13), also within objects: null clears a
 * field, and a map by locale changes its own locales. Throws `conflict` for another `baseVersion`.
 */
export const mergeDraft = (
  draftServices: DraftServices,
  save: Omit<Save, "kind">,
  patch: ContentFields,
): Promise<Saved<DraftNext>> => {
  draftServices.largeDocuments.noteChange(save.documentId, patch);
  return saveDraft(draftServices, { ...save, kind: "draft" }, (now) => merged(draftServices, now, patch));
};

/** Merges like `mergeDraft`, and makes a state where the document has none (rules/content 13). */
export const patchDraft = (
  draftServices: DraftServices,
  save: Omit<Save, "kind">,
  patch: ContentFields,
): Promise<Saved<LiveNext>> => {
  draftServices.largeDocuments.noteChange(save.documentId, patch);
  return saveDraft(draftServices, { ...save, kind: "draft" }, async (now) =>
    withState(draftServices, now, await merged(draftServices, now, patch)),
  );
};

function merged(draftServices: DraftServices, now: DraftNow, patch: ContentFields): Promise<DraftNext> {
  const { schema, locales } = now.typeContext;
  const fields = mergedFields(schema.fields, locales.defaultLocale, now.document.draft, patch);
  return withFields(draftServices, now, fields);
}
