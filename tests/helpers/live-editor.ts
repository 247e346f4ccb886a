import * as Y from "yjs";
import type { ContentFields } from "../../contracts/content-schema.js";
import { LiveDraft, type Synced } from "../../examples/live-draft/live-draft.js";
import type { Answer, Client } from "./client.js";
import { saidBy } from "./said-by.js";

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
export const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

/** Person who edits a draft live as docs/content-editing.md describes, and can also send updates by hand. */
export class LiveEditor {
  readonly #api: Client;
  readonly #path: string;
  readonly #live: LiveDraft;

  constructor(api: Client, id: string, live: LiveDraft) {
    this.#api = api;
    this.#path = `/v1/content/documents/${id}/draft-update`;
    this.#live = live;
  }

  /** Opens the document and returns its editor. */
  static async open(api: Client, id: string): Promise<LiveEditor> {
    const live = await LiveDraft.open((method, path, body) => api.send(method, path, { body }), id);
    return new LiveEditor(api, id, live);
  }

  get doc(): Y.Doc {
    return this.#live.doc;
  }

  get epoch(): number {
    return this.#live.epoch;
  }

  get fields(): Y.Map<unknown> {
    return this.doc.getMap("fields");
  }

  get json(): ContentFields {
    return saidBy(this.doc);
  }

  text(name: string): Y.Text {
    return this.fields.get(name) as Y.Text;
  }

  pending(): Uint8Array {
    return this.#live.pending();
  }

  /** Sends the pending updates until they are acknowledged. */
  sync(): Promise<Synced> {
    return this.#live.sync();
  }

  /** Sends an update once and returns the answer, whatever it is. */
  async send(update = this.pending()): Promise<Answer> {
    const answer = await this.#api.post(this.#path, {
      epoch: this.epoch,
      update: toBase64(update),
      stateVector: toBase64(Y.encodeStateVector(this.doc)),
    });
    if (answer.status === 200) Y.applyUpdate(this.doc, fromBase64(answer.body.update));
    return answer;
  }
}
