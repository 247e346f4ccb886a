import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { type DraftState, load, settle, stored, tooLarge } from "./draft-doc.js";
import { MAX_STATE_PIECES } from "./draft-limits.js";
import { measureState } from "./measure-state.js";
import { projectFields } from "./project-fields.js";
import { type DraftShape, settleFields } from "./settle-fields.js";

/** A new Y.Doc that says `fields`. Throws `payload_too_large`, before it has made one of too many pieces. */
export function makeState(shape: DraftShape, fields: ContentFields): DraftState {
  const settled = settleFields(shape, fields);
  if (measureState(shape, settled).pieces > MAX_STATE_PIECES) throw tooLarge();
  const doc = new Y.Doc();
  settle(doc, shape, settled, {});
  return stored(doc);
}

/** The content of a state. */
export const fieldsOf = (state: Uint8Array): ContentFields => projectFields(load(state));

/** Full replace as a minimal difference; null when that changes nothing (decisions 10). */
export function replaceFields(
  shape: DraftShape,
  state: Uint8Array,
  fields: ContentFields,
): DraftState | null {
  const doc = load(state);
  return settle(doc, shape, fields, projectFields(doc)) ? stored(doc) : null;
}
