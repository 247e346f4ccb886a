import type { ContentFields } from "../../../contracts/content-schema.js";
import { settleFields } from "../draft/settle-fields.js";
import type { Desk } from "./desk.js";
import type { LiveNext } from "./replace-draft.js";
import { saveDraft, type Saved } from "./save-draft.js";

/**
 * Makes the draft say what it said in a revision, as a save of its own whatever it says now (decisions 10). The state
 * is built anew: what editors still send on the old epoch is refused, and merges after they opened the new one.
 * Throws `conflict` for another `baseVersion`.
 */
export const restoreRevision = (
  desk: Desk,
  { authorId, ...save }: { documentId: string; authorId: string; baseVersion?: number | undefined },
  payload: ContentFields,
): Promise<Saved<LiveNext>> => {
  desk.heavy.noteChange(save.documentId, payload);
  return saveDraft(desk, { ...save, authorId, kind: "restore" }, async ({ shape, epoch, document }) => {
    const made = await desk.drafts.make(shape, settleFields(shape, payload, document.draft));
    // what waited builds on the old epoch
    const live = { ...made, buffered: null };
    return { fields: made.fields, live, isChanged: true, epoch: epoch + 1 };
  });
};
