import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import type { Departures } from "./departures.js";
import { MAX_STATE_BYTES, MAX_STATE_PIECES } from "./draft-limits.js";
import { layoutOf, type DraftShape } from "./layout.js";
import { isSame } from "./plain-value.js";
import { MovedItems } from "./moved-items.js";
import { projectFields } from "./project-fields.js";
import { settleFields } from "./settle-fields.js";
import { addPermanentEntries } from "./permanent-entries.js";
import { writeValues } from "./write-values.js";

/** A draft in its stored form: the Y.Doc, its state vector, and its content. */
export interface DraftState {
  state: Uint8Array;
  stateVector: Uint8Array;
  /** The items that saves moved, for editors who come late (`MovedItems`); null when there are none. */
  moved: Uint8Array | null;
  fields: ContentFields;
}

/** Returns a copy of the bytes in its own memory: a decoder that runs past the end reads no other data. */
export const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Loads a Y.Doc. Each has a new random client id, so that two processes never share one. */
export function load(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, own(state));
  return doc;
}

export const tooLarge = () =>
  new ServiceError("payload_too_large", "The draft with the history of its editing is too large.");

/** Returns the stored form of a doc. Throws `payload_too_large` for a state beyond the limits. */
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

interface Settling {
  /** The fields of the draft so far. */
  before: ContentFields;
  moved: MovedItems;
  departures?: Departures;
  /** True when a bare value of a localized field leaves the other locales as they are. */
  keepsLocales?: boolean;
}

/**
 * Changes the content of the doc to `fields` in their stored form, and adds the permanent entries that it
 * lacks; returns false when the doc has all of that already. `moved` follows the doc.
 */
export function settle(
  doc: Y.Doc,
  shape: DraftShape,
  fields: ContentFields,
  { before, moved, departures, keepsLocales }: Settling,
): boolean {
  const settled = settleFields(shape, fields, before, { keepsLocales });
  const hasGrown = addPermanentEntries(doc, shape, settled);
  if (isSame(projectFields(doc), settled)) return hasGrown;
  writeValues(doc, layoutOf(shape), settled, moved, departures);
  // New items need permanent entries, and so do values that replace another shape.
  addPermanentEntries(doc, shape, settled);
  return true;
}

/** Applies an update. Throws when the bytes are no update, or have something after it. */
export function applyWhole(doc: Y.Doc, update: Uint8Array): void {
  const decoder = decoding.createDecoder(own(update));
  Y.readUpdate(decoder, doc);
  requireEnd(decoder);
}

export function requireEnd(decoder: decoding.Decoder): void {
  if (decoding.hasContent(decoder)) throw new Error("Bytes are left over.");
}
