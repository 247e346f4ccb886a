import * as Y from "yjs";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { makeState, replaceFields } from "../../../services/content/draft/change-state.js";
import { mergedFields } from "../../../services/content/documents/merged-fields.js";
import { type MergedDraft, mergeUpdate } from "../../../services/content/draft/merge-update.js";
import type { DraftShape } from "../../../services/content/draft/layout.js";

/** Draft of a document that one writer after the other saves. */
export class DraftServer {
  #shape: DraftShape;
  draft: Pick<MergedDraft, "state" | "stateVector" | "fields" | "buffered" | "moved">;

  constructor(shape: DraftShape, fields: ContentFields) {
    this.#shape = shape;
    this.draft = { ...makeState(shape, fields), buffered: null };
  }

  /** Replaces the whole draft. */
  put(fields: ContentFields): void {
    this.draft = {
      ...this.draft,
      ...replaceFields(this.#shape, this.draft.state, fields, this.draft.moved),
    };
  }

  /** Changes the type or the locales. */
  grow(shape: DraftShape): void {
    this.#shape = shape;
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
    return merged;
  }
}

/** Editor with a copy of its own that talks to the server now and then. */
export class DraftEditor {
  readonly doc = new Y.Doc();
  readonly sent: Uint8Array[] = [];
  readonly #server: DraftServer;
  #known: Uint8Array;

  constructor(server: DraftServer) {
    this.#server = server;
    this.#known = server.draft.stateVector;
    Y.applyUpdate(this.doc, server.draft.state);
  }

  get fields(): Y.Map<unknown> {
    return this.doc.getMap("fields");
  }

  /** Sends the changes that the server lacks, and applies those of its answer. */
  sync(): void {
    const update = Y.encodeStateAsUpdate(this.doc, this.#known);
    this.sent.push(update);
    const { answer, stateVector } = this.#server.update(update, Y.encodeStateVector(this.doc));
    Y.applyUpdate(this.doc, answer);
    this.#known = stateVector;
  }
}
