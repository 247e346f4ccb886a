import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { applyMap } from "./apply-difference.js";
import { layoutOf } from "./layout.js";
import { isSame } from "./plain-value.js";
import { projectFields, ROOT } from "./project-fields.js";
import { type DraftShape, settleFields } from "./settle-fields.js";

/** A draft as it is stored: the Y.Doc, what it holds of each client, and what it says. */
export interface DraftState {
  state: Uint8Array;
  stateVector: Uint8Array;
  fields: ContentFields;
}

/** Bytes in memory of their own: a decoder that is led beyond their end reads nobody else's. */
export const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** Each with a fresh random client id: two processes never write under one. */
export function load(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, own(state));
  return doc;
}

export function stored(doc: Y.Doc): DraftState {
  return {
    state: Y.encodeStateAsUpdate(doc),
    stateVector: Y.encodeStateVector(doc),
    fields: projectFields(doc),
  };
}

/** Makes the doc say `fields`, as they are kept; false when it says so already. */
export function settle(doc: Y.Doc, shape: DraftShape, fields: ContentFields, before: ContentFields): boolean {
  const settled = settleFields(shape, fields, before);
  if (isSame(projectFields(doc), settled)) return false;
  const layout = layoutOf(shape.schema);
  doc.transact(() => applyMap(doc.getMap(ROOT), layout, settled));
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
