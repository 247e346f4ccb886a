import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { type DraftState, load, settle, stored } from "./draft-doc.js";
import { projectFields } from "./project-fields.js";
import type { DraftShape } from "./settle-fields.js";

/** A new Y.Doc with the content `fields`. */
export function makeState(shape: DraftShape, fields: ContentFields): DraftState {
  const doc = new Y.Doc();
  settle(doc, shape, fields, {});
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
