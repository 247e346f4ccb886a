import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import { applyMap } from "./apply-difference.js";
import { layoutOf } from "./layout.js";
import { isSame, TooDeep } from "./plain-value.js";
import { projectFields, ROOT } from "./project-fields.js";
import { type DraftShape, settleFields } from "./settle-fields.js";

/** A draft as it is stored: the Y.Doc, what it holds of each client, and what it says. */
export interface DraftState {
  state: Uint8Array;
  stateVector: Uint8Array;
  fields: ContentFields;
}

export interface MergedDraft extends DraftState {
  /** Whether the state differs: store it. */
  isTouched: boolean;
  /** Whether the fields differ: a new version. */
  isChanged: boolean;
  /** What the client lacks, by the state vector that it sent. */
  answer: Uint8Array;
}

/** A new Y.Doc that says `fields`. */
export function makeState(shape: DraftShape, fields: ContentFields): DraftState {
  const doc = new Y.Doc();
  change(doc, shape, settleFields(shape, fields));
  return stored(doc);
}

/** What a state says. */
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

/**
 * Applies a client's update to a copy of the state. What has a causal gap is buffered in the state; the answered
 * state vector does not count it, so that the client sends again. Throws `invalid_params` for what is not valid Yjs.
 */
export function mergeUpdate(
  shape: DraftShape,
  { state, update, clientVector }: { state: Uint8Array; update: Uint8Array; clientVector: Uint8Array },
): MergedDraft {
  const doc = load(state);
  const before = projectFields(doc);
  const buffered = bufferOf(doc);
  let isTouched = false;
  doc.once("update", () => {
    isTouched = true;
  });
  const missing = requireVector(clientVector);
  try {
    applyWhole(doc, update);
    isTouched ||= !isSameBuffer(buffered, bufferOf(doc));
    if (isTouched) settle(doc, shape, projectFields(doc), before);
    const after = stored(doc);
    // what does not read back as it was must never be kept
    if (isTouched && !isSame(fieldsOf(after.state), after.fields))
      throw new Error("It reads back otherwise.");
    return {
      ...after,
      isTouched,
      isChanged: !isSame(before, after.fields),
      answer: Y.encodeStateAsUpdate(doc, missing),
    };
  } catch (cause) {
    const why = cause instanceof TooDeep ? `: ${cause.message}` : ".";
    throw new ServiceError("invalid_params", `update is not a valid Yjs update${why}`, { cause });
  }
}

/** Each with a fresh random client id: two processes never write under one. */
function load(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, own(state));
  return doc;
}

/** Bytes in memory of their own: a decoder that is led beyond their end reads nobody else's. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function stored(doc: Y.Doc): DraftState {
  return {
    state: Y.encodeStateAsUpdate(doc),
    stateVector: Y.encodeStateVector(doc),
    fields: projectFields(doc),
  };
}

/** False when the doc says it already. */
function settle(doc: Y.Doc, shape: DraftShape, fields: ContentFields, before: ContentFields): boolean {
  const settled = settleFields(shape, fields, before);
  if (isSame(projectFields(doc), settled)) return false;
  change(doc, shape, settled);
  return true;
}

function change(doc: Y.Doc, { schema }: DraftShape, fields: ContentFields): void {
  const layout = layoutOf(schema);
  if (layout.kind === "map") doc.transact(() => applyMap(doc.getMap(ROOT), layout, fields));
}

function applyWhole(doc: Y.Doc, update: Uint8Array): void {
  const decoder = decoding.createDecoder(own(update));
  Y.readUpdate(decoder, doc);
  if (decoding.hasContent(decoder)) throw new Error("Bytes are left over.");
}

/** Updates whose predecessors have not arrived. */
const bufferOf = ({ store }: Y.Doc) => [store.pendingStructs?.update, store.pendingDs];

const isSameBuffer = (one: ReturnType<typeof bufferOf>, other: ReturnType<typeof bufferOf>) =>
  one.every((bytes, index) => Buffer.compare(bytes ?? NOTHING, other[index] ?? NOTHING) === 0);
const NOTHING = new Uint8Array();

function requireVector(vector: Uint8Array): Uint8Array {
  const copy = own(vector);
  try {
    const decoder = decoding.createDecoder(copy);
    for (let left = 2 * decoding.readVarUint(decoder); left > 0; left--) decoding.readVarUint(decoder);
    if (decoding.hasContent(decoder)) throw new Error("Bytes are left over.");
    return copy;
  } catch (cause) {
    throw new ServiceError("invalid_params", "stateVector is not a valid Yjs state vector.", { cause });
  }
}
