import type { ContentFields } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import { isSame } from "../draft/plain-value.js";
import type { DraftServices } from "./draft-services.js";
import type { DraftNow } from "./draft-state.repository.js";
import type { DraftNext } from "./compute-before-lock.js";
import { needsRebuild } from "./needs-rebuild.js";
import { requireSize } from "./require-size.js";

/**
 * Returns the change that gives the draft exactly `fields`. The change is written as the difference, so that
 * it merges with the edits of live editors; it makes no state where nobody has the document open. The state is
 * rebuilt under a new epoch when its history is full or an entry gets another kind (rules/content 65). Throws
 * `invalid_params` for a draft above MAX_DRAFT_BYTES, and `payload_too_large` for one that no state takes.
 */
export async function withFields(
  { drafts }: Pick<DraftServices, "drafts">,
  now: DraftNow,
  fields: ContentFields,
): Promise<DraftNext> {
  const { document, live, shape, epoch } = now;
  if (live === null) {
    const settled = await drafts.settle(shape, fields, document.draft);
    const isChanged = !isSame(settled, document.draft);
    if (isChanged) {
      requireSize(settled);
      await drafts.requireOpenable(shape, settled);
    }
    return { fields: settled, live, isChanged };
  }
  // The fields may still be small although the history of the state is full.
  const next = (await needsRebuild({ drafts }, now))
    ? "rebuild"
    : await drafts.replace(shape, live, fields).catch(isFull);
  if (next === "rebuild" || next?.isRebuilt) {
    // Editors repeat on the new epoch the edits that they have not sent yet.
    const made =
      next === "rebuild"
        ? await drafts.make(shape, await drafts.settle(shape, fields, document.draft))
        : next;
    const { state, stateVector, moved } = made;
    return {
      fields: made.fields,
      live: { state, stateVector, moved, buffered: null },
      isChanged: !isSame(made.fields, document.draft),
      epoch: epoch + 1,
    };
  }
  if (next === null) return { fields: document.draft, live, isChanged: false };
  const { state, stateVector, moved } = next;
  return {
    fields: next.isChanged ? next.fields : document.draft,
    live: { state, stateVector, buffered: live.buffered, moved },
    isChanged: next.isChanged,
  };
}

/** Returns "rebuild" for an error of a state whose history is full; throws any other error again. */
function isFull(error: unknown): "rebuild" {
  if (error instanceof ServiceError && error.code === "payload_too_large") return "rebuild";
  throw error;
}
