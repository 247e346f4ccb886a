import type { ContentFields } from "../../../contracts/content-schema.js";
import * as engine from "./engine.js";
import type { DraftState, MergedDraft } from "./engine.js";
import type { DraftShape } from "./settle-fields.js";

export type { DraftState, MergedDraft } from "./engine.js";

/** The collaborative state of drafts (decisions 10), off the event loop where it is large. */
export interface Drafts {
  /** A new Y.Doc that says `fields`. */
  make(shape: DraftShape, fields: ContentFields): Promise<DraftState>;
  /** What a state says. */
  read(state: Uint8Array): Promise<ContentFields>;
  /** Full replace as a minimal difference; null when it changes nothing. */
  replace(shape: DraftShape, state: Uint8Array, fields: ContentFields): Promise<DraftState | null>;
  /** A client's update, applied to a copy. Throws `invalid_params` when it is not valid Yjs. */
  merge(shape: DraftShape, input: MergeInput): Promise<MergedDraft>;
}

export interface MergeInput {
  state: Uint8Array;
  update: Uint8Array;
  clientVector: Uint8Array;
}

/** The drafts of a process. */
export const openDrafts = (): Drafts => ({
  make: async (shape, fields) => engine.makeState(shape, fields),
  read: async (state) => engine.fieldsOf(state),
  replace: async (shape, state, fields) => engine.replaceFields(shape, state, fields),
  merge: async (shape, input) => engine.mergeUpdate(shape, input),
});
