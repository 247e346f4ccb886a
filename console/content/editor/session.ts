import * as Y from "yjs";
import { contentGetDocument, contentUpdateDraft } from "../../../sdk/generated/operations.js";
import type { ContentGetDocumentResult } from "../../../sdk/generated/types.js";
import { LiveDraft, type Request } from "../../../examples/live-draft/live-draft.js";
import { call, isRefusal } from "../../kiln.js";
import { hold } from "../../unsaved.js";
import type { Issue } from "../queries.js";
import { Presence } from "./presence.js";

/** The transaction origin of this person's edits; undo takes back only those. */
export const LOCAL = Symbol("local");

/** Milliseconds between the last letter and its save. */
const QUIET_MS = 400;
/**
 * Milliseconds between two requests for the edits of others; the second value holds while the page is hidden.
 */
const LOOK_MS = 2_000;
const HIDDEN_MS = 30_000;
const RETRY_MS = [1_000, 2_000, 5_000, 10_000];

export type Connection =
  | { state: "saved" | "waiting" | "saving" }
  | { state: "away" }
  | { state: "signed out" }
  | { state: "refused"; error: Error };

export interface Said {
  connection: Connection;
  version: number;
  valid: boolean;
  issues: readonly Issue[];
  canUndo: boolean;
  canRedo: boolean;
  /** A counter that grows with each update by others. */
  others: number;
  /**
   * A counter that grows when a new Y.Doc replaces the draft; code that is bound to the old one must bind
   * again.
   */
  epoch: number;
}

function failed(status: number, error: Error): Connection {
  if (status === 401) return { state: "signed out" };
  return status === 0 || status === 429 || status >= 500 ? { state: "away" } : { state: "refused", error };
}

/**
 * A draft that several people edit at the same time. Edits are sent a moment later, and kept while the
 * service is unreachable.
 */
export class DraftSession {
  readonly id: string;
  /** The other people who have the document open, and their places. */
  readonly presence: Presence;
  readonly #live: LiveDraft;
  readonly #stopHolding = hold({
    isDirty: () => this.hasUnsent,
    // While the service is away, nobody waits for one more try.
    send: async () => this.#failures === 0 && (await this.settle()),
    question: {
      title: "Not everything is saved",
      text: "What you wrote last has not reached the service. It is kept while you stay on this page.",
    },
  });
  readonly #listeners = new Set<() => void>();
  #undo: Y.UndoManager;
  #said: Said;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** Number of updates that the service has not confirmed. */
  #unsent = 0;
  #isClosed = false;
  #under: Promise<boolean> | null = null;

  private constructor(id: string, live: LiveDraft, opened: ContentGetDocumentResult) {
    this.id = id;
    this.presence = new Presence(id);
    this.#live = live;
    this.#undo = this.#watch(live.doc);
    live.onReplaced = (doc) => {
      this.#undo.destroy();
      this.#undo = this.#watch(doc);
      this.#tell({ epoch: this.#said.epoch + 1, canUndo: false, canRedo: false });
    };
    this.#said = {
      connection: { state: "saved" },
      version: opened.document.draftVersion,
      valid: opened.valid,
      issues: opened.issues,
      canUndo: false,
      canRedo: false,
      others: 0,
      epoch: 0,
    };
    addEventListener("online", this.#soon);
    document.addEventListener("visibilitychange", this.#soon);
    this.#schedule(LOOK_MS);
  }

  static async open(id: string): Promise<{ session: DraftSession; opened: ContentGetDocumentResult }> {
    let opened: ContentGetDocumentResult | null = null;
    const request: Request = async (method, _path, body) => {
      try {
        if (method === "GET") {
          opened = await call(contentGetDocument, { id });
          return { status: 200, body: opened as unknown as Record<string, unknown> };
        }
        const answer = await call(contentUpdateDraft, { id, ...body } as never);
        return { status: 200, body: answer as unknown as Record<string, unknown> };
      } catch (error) {
        if (isRefusal(error, "conflict")) return { status: 409, body: {} };
        throw error;
      }
    };
    const live = await LiveDraft.open(request, id);
    if (opened === null) throw new Error("The document was not read.");
    return { session: new DraftSession(id, live, opened), opened };
  }

  get fields(): Y.Map<unknown> {
    return this.#live.doc.getMap("fields");
  }

  get said(): Said {
    return this.#said;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Changes the draft as one edit of this person. */
  edit(change: () => void): void {
    this.#live.doc.transact(change, LOCAL);
  }

  undo(): void {
    this.#undo.undo();
  }

  redo(): void {
    this.#undo.redo();
  }

  /** Sends the present edits and returns whether the service has all of them. */
  sync(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#under ??= this.#sync().finally(() => {
      this.#under = null;
    });
    return this.#under;
  }

  /**
   * Sends all edits, those typed meanwhile included. Returns false if the service does not have all of them.
   */
  async settle(): Promise<boolean> {
    for (let tries = 0; tries < 5; tries++) {
      if (this.#under !== null) await this.#under;
      if (!(await this.sync())) return false;
      if (this.#unsent === 0) return true;
    }
    return false;
  }

  /**
   * Throws if the service does not have all edits, because the next action would work without the last ones.
   */
  async mustSettle(): Promise<void> {
    if (!(await this.settle()))
      throw new Error("The draft is not saved yet, so nothing was done. Try again when it is saved.");
  }

  get hasUnsent(): boolean {
    return this.#unsent > 0;
  }

  /** Drops the unsent edits and closes the session, because the document itself is deleted. */
  giveUp(): void {
    this.#unsent = 0;
    this.close();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#soon);
    document.removeEventListener("visibilitychange", this.#soon);
    this.#stopHolding();
    this.presence.close();
    if (this.#unsent > 0) void this.settle();
    this.#undo.destroy();
  }

  readonly #soon = (): void => {
    if (document.visibilityState === "visible") this.#schedule(0);
  };

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.sync(), ms);
  }

  async #sync(): Promise<boolean> {
    const sent = this.#unsent;
    if (sent > 0) this.#tell({ connection: { state: "saving" } });
    try {
      const { version, valid, issues } = await this.#live.sync();
      this.#failures = 0;
      this.#unsent -= sent;
      this.#tell({
        connection: { state: this.#unsent > 0 ? "waiting" : "saved" },
        version,
        valid,
        issues: issues as unknown as readonly Issue[],
      });
      this.#schedule(
        this.#unsent > 0 ? QUIET_MS : document.visibilityState === "visible" ? LOOK_MS : HIDDEN_MS,
      );
      return true;
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0;
      this.#tell({ connection: failed(status, error as Error) });
      this.#schedule(RETRY_MS[Math.min(this.#failures, RETRY_MS.length - 1)] ?? 10_000);
      this.#failures += 1;
      return false;
    }
  }

  /** Observes the edits of a draft and returns its undo manager. */
  #watch(doc: Y.Doc): Y.UndoManager {
    const undo = new Y.UndoManager(doc.getMap("fields"), { trackedOrigins: new Set([LOCAL]) });
    const tell = () => this.#tell({ canUndo: undo.canUndo(), canRedo: undo.canRedo() });
    for (const event of ["stack-item-added", "stack-item-popped", "stack-cleared"] as const)
      undo.on(event, tell);
    doc.on("update", (_update: Uint8Array, origin: unknown) => {
      if (origin !== LOCAL && origin !== undo) {
        this.#tell({ others: this.#said.others + 1 });
        return;
      }
      this.#unsent += 1;
      if (this.#said.connection.state === "saved") this.#tell({ connection: { state: "waiting" } });
      if (this.#failures === 0 && this.#under === null) this.#schedule(QUIET_MS);
    });
    return undo;
  }

  #tell(change: Partial<Said>): void {
    this.#said = { ...this.#said, ...change };
    for (const listener of this.#listeners) listener();
  }
}
