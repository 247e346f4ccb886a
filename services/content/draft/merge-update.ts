import * as decoding from "lib0/decoding";
import * as Y from "yjs";
import { MAX_UPDATE_BYTES } from "../../../contracts/content-drafts.js";
import { ServiceError } from "../../../contracts/errors.js";
import { bringsEditsOf, hasGap, leavesOut } from "./causal-gap.js";
import { MAX_OPEN_MS } from "./draft-limits.js";
import { requireExactNumbers } from "./exact-numbers.js";
import { applyWhole, type DraftState, load, own, requireEnd, settle, stored } from "./draft-doc.js";
import { layoutOf, type DraftShape } from "./layout.js";
import { MovedItems } from "./moved-items.js";
import { isSame, TooDeep } from "./plain-value.js";
import { projectFields } from "./project-fields.js";
import { SERVICE_CLIENT } from "./permanent-entries.js";
import { takeLate } from "./late-edits.js";
import { isBuffered, readBuffer, writeBuffer } from "./update-buffer.js";

export interface MergeInput {
  state: Uint8Array;
  /** Earlier updates that wait for updates that have not arrived. */
  buffered: Uint8Array | null;
  /** The items that saves moved, for editors who come late. */
  moved?: Uint8Array | null;
  update: Uint8Array;
  /** The state vector of the client's document. */
  clientVector: Uint8Array;
}

/** Throws `invalid_params` for bytes that are no update or no state vector; does not read the state. */
export function checkUpdate({ update, clientVector }: Pick<MergeInput, "update" | "clientVector">): void {
  refusing(() => {
    const bytes = own(update);
    if (bytes.length > MAX_UPDATE_BYTES) throw new Error("It is over 1 MB.");
    // Decoding comes first, because it does not trust the counts in the bytes, as applying them would.
    Y.decodeUpdate(bytes);
    applyWhole(new Y.Doc(), bytes);
  });
  requireVector(clientVector);
}

export interface MergedDraft extends DraftState {
  buffered: Uint8Array | null;
  /** True when the state or the buffer differs, so that they have to be stored. */
  isTouched: boolean;
  /** True when the fields differ, which makes a new version. */
  isChanged: boolean;
  /** The updates that the client does not have. */
  answer: Uint8Array;
}

/**
 * Applies a client's update to a copy of the state (rules/content 17 and 18). An update that builds on others
 * that have not arrived is buffered; the answered state vector does not count it, so that its client sends it
 * again. Throws `invalid_params` for bytes that are not valid Yjs and for a number that cannot be kept, and
 * `payload_too_large` when the state would be too large.
 */
export function mergeUpdate(shape: DraftShape, input: MergeInput): MergedDraft {
  const missing = requireVector(input.clientVector);
  const before = load(input.state);
  const fields = projectFields(before);
  const { doc, waiting, took, ...found } = refusing(() => taken(before, input));
  const moved = MovedItems.read(input.moved);
  const isLate = takeLate(doc, layoutOf(shape), took, moved);
  const isSettled = settle(doc, shape, projectFields(doc), { before: fields, moved, keepsLocales: true });
  const after = stored(doc, moved);
  const buffered = writeBuffer(waiting);
  return {
    ...after,
    buffered,
    isTouched:
      found.isTouched ||
      isLate ||
      isSettled ||
      differs(buffered, input.buffered) ||
      differs(after.moved, input.moved),
    isChanged: !isSame(fields, after.fields),
    answer: Y.encodeStateAsUpdate(doc, missing),
  };
}

const differs = (one: Uint8Array | null, other: Uint8Array | null | undefined): boolean =>
  Buffer.compare(one ?? NOTHING, other ?? NOTHING) !== 0;
const NOTHING = new Uint8Array();

/**
 * Returns the error for edits of the service's own client. Its clock would fork: of two edits with one clock
 * the second is lost.
 */
const serviceClient = () =>
  new ServiceError(
    "invalid_params",
    "update has edits of clientID 0, which is the service's own: read the document again, with another clientID.",
  );

interface Taken {
  doc: Y.Doc;
  waiting: Uint8Array[];
  /** The updates that were applied, in this order. */
  took: Uint8Array[];
  isTouched: boolean;
}

/** Applies the update, then the buffered updates that it completes. */
function taken(before: Y.Doc, input: MergeInput): Taken {
  const update = own(input.update);
  if (bringsEditsOf(before, update, SERVICE_CLIENT)) throw serviceClient();
  requireExactNumbers(before, update);
  const waiting = readBuffer(input.buffered);
  if (hasGap(before, update)) return held(before, update, waiting);
  const first = applied(before, update);
  let { doc } = first;
  const took: Uint8Array[] = [update];
  // An update without effect on the doc is returned all the same, because a save may have moved the item that
  // it changes.
  if (!first.isTouched) return { doc, waiting, took, isTouched: false };
  for (let ready = waiting.find(isReady(doc)); ready; ready = waiting.find(isReady(doc))) {
    waiting.splice(waiting.indexOf(ready), 1);
    doc = tried(doc, ready);
    took.push(ready);
  }
  return { doc, waiting, took, isTouched: true };
}

const isReady = (doc: Y.Doc) => (update: Uint8Array) => !hasGap(doc, update);

/** Applies an update to `doc`, which must be a copy. Throws when something of the update cannot be kept. */
function applied(doc: Y.Doc, update: Uint8Array): { doc: Y.Doc; isTouched: boolean } {
  let isTouched = false;
  doc.once("update", () => {
    isTouched = true;
  });
  applyWhole(doc, update);
  if (isTouched) requireReadable(doc);
  return { doc, isTouched };
}

/** Applies a buffered update, which may come from another client; drops one that cannot be applied. */
function tried(doc: Y.Doc, update: Uint8Array): Y.Doc {
  try {
    requireExactNumbers(doc, update);
    return applied(load(Y.encodeStateAsUpdate(doc)), update).doc;
  } catch {
    return doc;
  }
}

/** Buffers an update with a gap as a whole. An update that declares the gap itself is also applied. */
function held(before: Y.Doc, update: Uint8Array, waiting: Uint8Array[]): Taken {
  const isPart = leavesOut(update);
  const { doc, isTouched } = applied(isPart ? before : new Y.Doc(), update);
  const all = isBuffered(waiting, update) ? waiting : [...waiting, update];
  return isPart
    ? { doc, waiting: all, took: [update], isTouched }
    : { doc: before, waiting: all, took: [], isTouched: false };
}

/**
 * Refuses a state that does not read back unchanged, which must never be stored. Drops the updates that the
 * doc holds back; they are in the buffer.
 */
function requireReadable(doc: Y.Doc): void {
  doc.store.pendingStructs = null;
  doc.store.pendingDs = null;
  const { state, fields } = stored(doc);
  const start = process.threadCpuUsage();
  const back = load(state);
  const { user, system } = process.threadCpuUsage(start);
  if ((user + system) / 1000 > MAX_OPEN_MS)
    throw new ServiceError("payload_too_large", "The draft with this update would take too long to open.");
  if (back.store.pendingStructs ?? back.store.pendingDs) throw new Error("It depends on itself.");
  if (!isSame(projectFields(back), fields)) throw new Error("It reads back otherwise.");
}

function refusing<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof ServiceError) throw cause;
    const why = cause instanceof TooDeep ? `: ${cause.message}` : ".";
    throw new ServiceError("invalid_params", `update is not a valid Yjs update${why}`, { cause });
  }
}

function requireVector(vector: Uint8Array): Uint8Array {
  const copy = own(vector);
  try {
    const decoder = decoding.createDecoder(copy);
    for (let left = 2 * decoding.readVarUint(decoder); left > 0; left--) decoding.readVarUint(decoder);
    requireEnd(decoder);
    return copy;
  } catch (cause) {
    throw new ServiceError("invalid_params", "stateVector is not a valid Yjs state vector.", { cause });
  }
}
