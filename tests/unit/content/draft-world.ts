import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { rebased } from "../../../examples/live-draft/live-draft.js";
import { fitsLayout } from "../../../services/content/draft/fits-layout.js";
import { makeState, replaceFields } from "../../../services/content/draft/change-state.js";
import { mergedFields } from "../../../services/content/documents/merged-fields.js";
import { type MergedDraft, mergeUpdate } from "../../../services/content/draft/merge-update.js";
import { settleFields } from "../../../services/content/draft/settle-fields.js";
import type { DraftShape } from "../../../services/content/draft/layout.js";

/** Draft of a document, with its epoch, that one writer after the other saves. */
export class DraftServer {
  #shape: DraftShape;
  epoch = 1;
  /** True until the state is used after a change of the type. */
  #isStale = false;
  draft: Pick<MergedDraft, "state" | "stateVector" | "fields" | "buffered" | "moved">;

  constructor(shape: DraftShape, fields: ContentFields) {
    this.#shape = shape;
    this.draft = { ...makeState(shape, fields), buffered: null };
  }

  /** Replaces the whole draft. */
  put(fields: ContentFields): void {
    const next = this.#needsRebuild()
      ? { ...makeState(this.#shape, settleFields(this.#shape, fields, this.draft.fields)), isRebuilt: true }
      : replaceFields(this.#shape, this.draft.state, fields, this.draft.moved);
    if (next !== null) this.draft = { ...this.draft, ...next };
    if (next?.isRebuilt === true) {
      this.draft.buffered = null;
      this.epoch += 1;
    }
    this.#isStale = false;
  }

  /** Gives the state to who reads the document; a change of the type may rebuild it. */
  open(): { state: Uint8Array; stateVector: Uint8Array; epoch: number } {
    if (this.#needsRebuild()) this.put(this.draft.fields);
    return { ...this.draft, epoch: this.epoch };
  }

  /** Tells whether updates of an epoch are merged; others are a conflict. */
  takes(epoch: number): boolean {
    return epoch === this.epoch && !this.#needsRebuild();
  }

  #needsRebuild(): boolean {
    return this.#isStale && !fitsLayout(this.#shape, this.draft.state);
  }

  /** Changes the type or the locales. */
  grow(shape: DraftShape): void {
    this.#shape = shape;
    this.#isStale = true;
  }

  /** Merges a patch, as an agent or PATCH sends it. */
  merge(patch: ContentFields): void {
    const { schema, defaultLocale } = this.#shape;
    this.put(mergedFields(schema.fields, defaultLocale, this.draft.fields, patch));
  }

  /** Replaces whole fields and keeps the others. */
  patch(fields: ContentFields): void {
    this.put({ ...this.draft.fields, ...fields });
  }

  update(update: Uint8Array, clientVector: Uint8Array): MergedDraft {
    const merged = mergeUpdate(this.#shape, { ...this.draft, update, clientVector });
    this.draft = merged;
    this.#isStale = false;
    return merged;
  }
}

/** Editor with a copy of its own that talks to the server now and then. */
export class DraftEditor {
  doc = new Y.Doc();
  #served = new Y.Doc();
  #epoch: number;
  readonly sent: Uint8Array[] = [];
  readonly #server: DraftServer;
  #known: Uint8Array;

  constructor(server: DraftServer) {
    this.#server = server;
    const { state, stateVector, epoch } = server.open();
    this.#known = stateVector;
    this.#epoch = epoch;
    for (const doc of [this.doc, this.#served]) Y.applyUpdate(doc, state);
  }

  get fields(): Y.Map<unknown> {
    return this.doc.getMap("fields");
  }

  /** Sends the changes that the server lacks, and applies those of its answer. */
  sync(): void {
    if (!this.#server.takes(this.#epoch)) this.#rebase();
    const update = Y.encodeStateAsUpdate(this.doc, this.#known);
    this.sent.push(update);
    const { answer, stateVector } = this.#server.update(update, Y.encodeStateVector(this.doc));
    Y.applyUpdate(this.doc, answer);
    for (const each of [answer, update]) Y.applyUpdate(this.#served, each);
    this.#known = stateVector;
  }

  /** Repeats the edits that the server lacks on its new state, as after a conflict. */
  #rebase(): void {
    const { state, stateVector, epoch } = this.#server.open();
    this.doc = rebased({ mine: this.doc, served: this.#served, state, defaultLocale: "en" });
    this.#served = new Y.Doc();
    Y.applyUpdate(this.#served, state);
    this.#known = stateVector;
    this.#epoch = epoch;
  }
}
