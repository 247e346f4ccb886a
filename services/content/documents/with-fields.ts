import type { ContentFields } from "../../../contracts/content-schema.js";
import { isSame } from "../draft/plain-value.js";
import { settleFields } from "../draft/settle-fields.js";
import type { Desk } from "./desk.js";
import type { DraftNow } from "./draft-state.js";
import type { DraftNext } from "./save-draft.js";

/**
 * The draft as it says `fields` and nothing else. Written as the difference, so that it merges with what live editors
 * do; makes no state where nobody has the document open.
 */
export async function withFields(
  { drafts }: Pick<Desk, "drafts">,
  { document, live, shape }: DraftNow,
  fields: ContentFields,
): Promise<DraftNext> {
  if (live === null) {
    const settled = settleFields(shape, fields, document.draft);
    return { fields: settled, live, isChanged: !isSame(settled, document.draft) };
  }
  const next = await drafts.replace(shape, live.state, fields);
  if (next === null) return { fields: document.draft, live, isChanged: false };
  const { state, stateVector } = next;
  return { fields: next.fields, live: { state, stateVector, buffered: live.buffered }, isChanged: true };
}
