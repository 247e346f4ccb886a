import * as Y from "yjs";
import type { ContentFields } from "../../contracts/content-schema.js";
import { replaceFields } from "../../services/content/draft/engine.js";
import type { DraftShape } from "../../services/content/draft/settle-fields.js";
import type { Answer, Client } from "./client.js";

export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
export const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"));

/** A person who edits a draft live, with Yjs as docs/content-editing.md tells it. */
export class LiveEditor {
  doc = new Y.Doc();
  epoch = 0;
  readonly #api: Client;
  readonly #path: string;
  readonly #shape: DraftShape;
  /** The draft as the service last had it, in this epoch. */
  #base: Uint8Array = Uint8Array.of(0, 0);
  /** What the service holds. */
  #known: Uint8Array = Uint8Array.of(0);

  constructor(api: Client, id: string, shape: DraftShape) {
    this.#api = api;
    this.#path = `/v1/content/documents/${id}`;
    this.#shape = shape;
  }

  /** An editor that has opened the document. */
  static async open(api: Client, id: string, shape: DraftShape): Promise<LiveEditor> {
    const editor = new LiveEditor(api, id, shape);
    await editor.#read();
    return editor;
  }

  get fields(): Y.Map<unknown> {
    return this.doc.getMap("fields");
  }

  get json(): ContentFields {
    return JSON.parse(JSON.stringify(this.fields.toJSON())) as ContentFields;
  }

  text(name: string): Y.Text {
    return this.fields.get(name) as Y.Text;
  }

  /** What the service lacks. */
  pending(): Uint8Array {
    return Y.encodeStateAsUpdate(this.doc, this.#known);
  }

  /** Sends what the service lacks and takes its answer; gives that as it came. */
  async send(update = this.pending()): Promise<Answer> {
    const stateVector = toBase64(Y.encodeStateVector(this.doc));
    const answer = await this.#api.post(`${this.#path}/draft-update`, {
      epoch: this.epoch,
      update: toBase64(update),
      stateVector,
    });
    if (answer.status === 200) {
      Y.applyUpdate(this.doc, fromBase64(answer.body.update));
      this.#known = fromBase64(answer.body.stateVector);
      this.#base = Y.encodeStateAsUpdate(this.doc);
    }
    return answer;
  }

  /** The same until it is through: on another epoch the edits that are not sent yet are made again on its state. */
  async sync(): Promise<Answer> {
    for (;;) {
      const answer = await this.send();
      if (answer.status === 200) return answer;
      if (answer.status !== 409) throw new Error(JSON.stringify(answer.body));
      await this.rebase();
    }
  }

  /** Step by step what docs/content-editing.md says under "Another epoch". */
  async rebase(): Promise<void> {
    const [mine, base] = [this.doc, this.#base];
    await this.#read();
    // what the others did, as edits of the old state: merges with mine letter by letter
    const theirs = replaceFields(this.#shape, base, this.json);
    if (theirs) Y.applyUpdate(mine, theirs.state);
    // and what that gives, as edits of the new state
    const both = JSON.parse(JSON.stringify(mine.getMap("fields").toJSON())) as ContentFields;
    const next = replaceFields(this.#shape, this.#base, both);
    if (next) Y.applyUpdate(this.doc, next.state);
  }

  async #read(): Promise<void> {
    const { body } = await this.#api.get(this.#path);
    this.doc = new Y.Doc();
    this.epoch = body.epoch as number;
    this.#base = fromBase64(body.draftState as string);
    this.#known = fromBase64(body.stateVector as string);
    Y.applyUpdate(this.doc, this.#base);
  }
}
