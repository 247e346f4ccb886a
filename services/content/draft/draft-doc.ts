import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import { MAX_STATE_BYTES, MAX_STATE_PIECES } from "./draft-limits.js";
import { layoutOf } from "./layout.js";
import { isSame } from "./plain-value.js";
import { MovedItems } from "./moved-items.js";
import { projectFields } from "./project-fields.js";
import { type DraftShape, settleFields } from "./settle-fields.js";
import { addStandingEntries } from "./standing-entries.js";
import { writeValues } from "./write-values.js";

/** A draft as it is stored: the Y.Doc, what it holds of each client, and what it says. */
export interface DraftState {
  state: Uint8Array;
  stateVector: Uint8Array;
  /** Items that saves moved, for editors who come late (`MovedItems`); null: there are none. */
  moved: Uint8Array | null;
  fields: ContentFields;
}

/** A copy of the bytes in its own memory, so that a decoder that runs past the end reads no other data. */
export const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Each with a new random client id, so that two processes never share one. */
export function load(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, own(state));
  return doc;
}

export const tooLarge = () =>
  new ServiceError("payload_too_large", "The draft with the history of its editing is too large.");

/** Throws `payload_too_large` for a state beyond the limits. */
export function stored(doc: Y.Doc, moved = new MovedItems()): DraftState {
  let pieces = 0;
  for (const structs of doc.store.clients.values()) pieces += structs.length;
  const state = Y.encodeStateAsUpdate(doc);
  if (pieces > MAX_STATE_PIECES || state.length > MAX_STATE_BYTES) throw tooLarge();
  return {
    state,
    stateVector: Y.encodeStateVector(doc),
    moved: moved.encoded(doc, MAX_STATE_BYTES - state.length),
    fields: projectFields(doc),
  };
}

/**
 * Changes the content of the doc to `fields` in their stored form, and adds the standing entries that it lacks; false
 * when it already has all of it. What `moved` keeps follows the doc already.
 */
export function settle(
  doc: Y.Doc,
  shape: DraftShape,
  fields: ContentFields,
  { before, moved }: { before: ContentFields; moved: MovedItems },
): boolean {
  const settled = settleFields(shape, fields, before);
  const hasGrown = addStandingEntries(doc, shape, settled);
  if (isSame(projectFields(doc), settled)) return hasGrown;
  writeValues(doc, layoutOf(shape), settled, moved);
  // of new items, and in place of what had another shape
  addStandingEntries(doc, shape, settled);
  return true;
}

/** Throws when the bytes are no update, or one with something left over. */
export function applyWhole(doc: Y.Doc, update: Uint8Array): void {
  const decoder = decoding.createDecoder(own(update));
  Y.readUpdate(decoder, doc);
  requireEnd(decoder);
}

export function requireEnd(decoder: decoding.Decoder): void {
  if (decoding.hasContent(decoder)) throw new Error("Bytes are left over.");
}
