import * as Y from "yjs";
import { adopt } from "./adopt.js";
import { reshape } from "./reshape.js";

/** Sends a request to Kiln and gives the answer's status and JSON. */
export type Request = (
  method: "GET" | "POST",
  path: string,
  body?: object,
) => Promise<{ status: number; body: Record<string, unknown> }>;

/** What the service says about the draft after a sync. */
export interface Synced {
  version: number;
  valid: boolean;
  issues: { path: string; code: string; message: string; locale?: string }[];
}

/** A draft that somebody edits live, together with others. Needs nothing but yjs; runs in browsers and in Node. */
export class LiveDraft {
  /** Edit `doc.getMap("fields")`. Another one once `sync` met another epoch: see `onReplaced`. */
  doc: Y.Doc;
  epoch: number;
  /** Called when `doc` was replaced: whoever shows it binds itself to the new one. */
  onReplaced = (_doc: Y.Doc): void => {};
  readonly #request: Request;
  readonly #path: string;
  /** The draft as the service has it, in this epoch. */
  #served: Y.Doc;
  /** What the service holds of each client. */
  #held: Uint8Array;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(request: Request, path: string, opened: Opened) {
    this.#request = request;
    this.#path = path;
    this.doc = docOf(opened.state);
    this.#served = docOf(opened.state);
    this.#held = opened.stateVector;
    this.epoch = opened.epoch;
  }

  static async open(request: Request, documentId: string): Promise<LiveDraft> {
    const path = `/v1/content/documents/${documentId}`;
    return new LiveDraft(request, path, await open(request, path));
  }

  /** What the service does not have yet. */
  pending(): Uint8Array {
    return Y.encodeStateAsUpdate(this.doc, this.#held);
  }

  /**
   * Sends what the service does not have and takes what it answers. Call it after edits, and every few seconds to see
   * those of others; calls wait for each other. May be repeated after any failure: nothing is applied twice.
   */
  sync(): Promise<Synced> {
    const turn = this.#turn.then(() => this.#sync());
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #sync(): Promise<Synced> {
    for (;;) {
      const update = this.pending();
      const { status, body } = await this.#request("POST", `${this.#path}/draft-update`, {
        epoch: this.epoch,
        update: toBase64(update),
        stateVector: toBase64(Y.encodeStateVector(this.doc)),
      });
      if (status === 409) await this.#rebase();
      else if (status !== 200) throw new Error(JSON.stringify(body));
      else {
        const answer = fromBase64(body.update);
        for (const doc of [this.doc, this.#served]) Y.applyUpdate(doc, answer);
        // edits made while the request was under way are not in it
        Y.applyUpdate(this.#served, update);
        this.#held = fromBase64(body.stateVector);
        return body as unknown as Synced;
      }
    }
  }

  async #rebase(): Promise<void> {
    const { state, stateVector, epoch, defaultLocale } = await open(this.#request, this.#path);
    const doc = rebased({ mine: this.doc, served: this.#served, state, defaultLocale });
    Object.assign(this, { doc, epoch });
    this.#served = docOf(state);
    this.#held = stateVector;
    this.onReplaced(doc);
  }
}

/**
 * The draft of another epoch, with the edits of `mine` that the service never got. `served` is what it had of the old
 * epoch. Both may be changed.
 */
export function rebased({ mine, served, state, defaultLocale }: Rebasing): Y.Doc {
  const theirs = docOf(state);
  // After a change of the type an entry may have another kind: first the old draft gets the new kinds.
  reshape({ served, mine, theirs }, defaultLocale);
  // 1. What the others did since, as edits of the old state. Where both set a value, the lower client yields.
  served.clientID = 0;
  served.transact(() => adopt(served.getMap("fields"), theirs.getMap("fields")));
  // 2. It meets one's own edits there, where Yjs merges them letter by letter.
  Y.applyUpdate(mine, Y.encodeStateAsUpdate(served));
  // 3. What comes out, as edits of the new state.
  theirs.transact(() => adopt(theirs.getMap("fields"), mine.getMap("fields")));
  return theirs;
}

interface Opened {
  state: Uint8Array;
  stateVector: Uint8Array;
  epoch: number;
  defaultLocale: string;
}

interface Rebasing extends Pick<Opened, "state" | "defaultLocale"> {
  mine: Y.Doc;
  served: Y.Doc;
}

async function open(request: Request, path: string): Promise<Opened> {
  const { status, body } = await request("GET", path);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return {
    state: fromBase64(body.draftState),
    stateVector: fromBase64(body.stateVector),
    epoch: Number(body.epoch),
    defaultLocale: String(body.defaultLocale),
  };
}

function docOf(state: Uint8Array): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return doc;
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

const fromBase64 = (text: unknown): Uint8Array =>
  Uint8Array.from(atob(String(text)), (character) => character.charCodeAt(0));
