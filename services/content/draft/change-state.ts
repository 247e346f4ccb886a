import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { Departures } from "./departures.js";
import { type DraftState, load, settle, stored, tooLarge } from "./draft-doc.js";
import { MAX_STATE_PIECES } from "./draft-limits.js";
import { measureState } from "./measure-state.js";
import { MovedItems } from "./moved-items.js";
import { isSame } from "./plain-value.js";
import { projectFields } from "./project-fields.js";
import { settleFields } from "./settle-fields.js";
import { addPermanentEntries } from "./permanent-entries.js";
import type { DraftShape } from "./layout.js";

/**
 * Makes a new Y.Doc with the content `fields`. Throws `payload_too_large`, before it makes a doc of too many
 * pieces.
 */
export function makeState(shape: DraftShape, fields: ContentFields): DraftState {
  const settled = settleFields(shape, fields);
  if (measureState(shape, settled).pieces > MAX_STATE_PIECES) throw tooLarge();
  const doc = new Y.Doc();
  settle(doc, shape, settled, { before: {}, moved: new MovedItems() });
  return stored(doc);
}

/** Returns the content of a state. */
export const fieldsOf = (state: Uint8Array): ContentFields => projectFields(load(state));

/** A state after a full replace; `isChanged` says whether its content differs. */
export interface ReplacedDraft extends DraftState {
  isChanged: boolean;
  /** True for a state with a history of its own, which needs a new epoch. */
  isRebuilt: boolean;
}

/**
 * Replaces all fields by a minimal difference; returns null when the state stays as it is (rules/content 12
 * and 15). `kept` has the moved items of the state. The state is rebuilt when a shared entry gets a value of another kind
 * (rules/content 65).
 */
export function replaceFields(
  shape: DraftShape,
  state: Uint8Array,
  fields: ContentFields,
  kept: Uint8Array | null = null,
): ReplacedDraft | null {
  const doc = load(state);
  const moved = followed(doc, kept);
  const before = projectFields(doc);
  const departures = new Departures();
  if (!settle(doc, shape, fields, { before, moved, departures })) return null;
  const isRebuilt = departures.hasReplaced;
  const after = isRebuilt ? makeState(shape, projectFields(doc)) : stored(doc, moved);
  return { ...after, isChanged: !isSame(before, after.fields), isRebuilt };
}

/** Returns a state with the permanent entries that it lacked, or null when it lacked none. */
export function completeState(
  shape: DraftShape,
  state: Uint8Array,
  kept: Uint8Array | null = null,
): DraftState | null {
  const doc = load(state);
  const moved = followed(doc, kept);
  return addPermanentEntries(doc, shape) ? stored(doc, moved) : null;
}

function followed(doc: Y.Doc, kept: Uint8Array | null): MovedItems {
  const moved = MovedItems.read(kept);
  moved.follow(doc);
  return moved;
}
