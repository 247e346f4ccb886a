import type { ContentFields } from "../../../contracts/content-schema.js";
import { isSame } from "../draft/plain-value.js";
import { settleFields } from "../draft/settle-fields.js";
import type { Desk } from "./desk.js";
import type { DraftNow, LiveState } from "./draft-state.js";
import { type DraftNext, saveDraft, type Saved } from "./save-draft.js";

/** A save that leaves a state behind. */
export type LiveNext = DraftNext & { live: LiveState };

/**
 * Full replace (spec: Content management): what is left out is cleared. Written as the difference, so that it merges
 * with what live editors do; one that changes nothing is no save (decisions 10).
 */
export const replaceDraft = (
  desk: Desk,
  authorId: string,
  documentId: string,
  fields: ContentFields,
): Promise<Saved<LiveNext>> =>
  saveDraft(desk, { documentId, authorId, kind: "draft" }, (now) => replaced(desk, now, fields));

/** The draft as it says `fields` and nothing else. */
async function replaced({ drafts }: Desk, now: DraftNow, fields: ContentFields): Promise<LiveNext> {
  const { document, live, shape } = now;
  if (live === null) {
    // nobody has the document open: there is nothing to merge with
    const made = await drafts.make(shape, settleFields(shape, fields, document.draft));
    return { fields: made.fields, live: made, isChanged: !isSame(made.fields, document.draft) };
  }
  const next = await drafts.replace(shape, live.state, fields);
  return next === null
    ? { fields: document.draft, live, isChanged: false }
    : { fields: next.fields, live: next, isChanged: true };
}

/** The draft as it says `fields`, where nobody asks for its state: a document that nobody opened stays closed. */
export async function mergeDraft(desk: Desk, now: DraftNow, fields: ContentFields): Promise<DraftNext> {
  const { document, live, shape } = now;
  if (live !== null) return replaced(desk, now, fields);
  const settled = settleFields(shape, fields, document.draft);
  return { fields: settled, live: null, isChanged: !isSame(settled, document.draft) };
}
