import { contentAnnouncePresence } from "../../../sdk/generated/operations.js";
import type { ContentAnnouncePresenceResult } from "../../../sdk/generated/types.js";
import { newId } from "../../account/projects/new-id.js";
import { call } from "../../kiln.js";

export type Window = ContentAnnouncePresenceResult["windows"][number];
export type WindowPlace = NonNullable<Window["place"]>;

/** Another window that has the document open. */
export interface Other {
  id: string;
  name: string;
  /** Number of one of the five part colors, the same for a person in every window. */
  color: number;
  place: WindowPlace | null;
}

/** Milliseconds between two announcements; the service forgets a window that announced nothing for 10 s. */
const BEAT_MS = 2_000;
const HIDDEN_MS = 5_000;
/** Milliseconds between a cursor movement and its announcement. */
const MOVED_MS = 300;
const COLORS = 5;
const NOBODY: readonly Other[] = [];

/**
 * Announces the place of this window in a document, and holds the windows of others. A failed announcement is
 * not reported, because nothing depends on it.
 */
export class Presence {
  readonly #documentId: string;
  readonly #windowId = newId();
  readonly #listeners = new Set<() => void>();
  #others = NOBODY;
  #place: WindowPlace | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #isUnder = false;

  constructor(documentId: string) {
    this.#documentId = documentId;
    addEventListener("pagehide", this.#leave);
    document.addEventListener("visibilitychange", this.#look);
    void this.#beat();
  }

  get others(): readonly Other[] {
    return this.#others;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Notes that the focus is in a field; the input of the field may add the position. */
  enter({ path, locale }: { path: string; locale?: string | undefined }): void {
    if (this.#place?.path === path && this.#place.locale === locale) return;
    this.moveTo({ path, ...(locale !== undefined && { locale }) });
  }

  /** Notes the new place; null means that the focus is in no field. */
  moveTo(place: WindowPlace | null): void {
    if (JSON.stringify(place) === JSON.stringify(this.#place)) return;
    this.#place = place;
    // A place is announced at once only if somebody else has the document open.
    if (this.#others.length > 0) this.#schedule(MOVED_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener("pagehide", this.#leave);
    document.removeEventListener("visibilitychange", this.#look);
    this.#leave();
  }

  readonly #leave = (): void => void this.#say(true).catch(() => undefined);

  readonly #look = (): void => {
    if (document.visibilityState === "visible") this.#schedule(0);
  };

  #schedule(ms: number): void {
    if (this.#isClosed || this.#isUnder) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#beat(), ms);
  }

  async #beat(): Promise<void> {
    this.#isUnder = true;
    const said = this.#place;
    const windows = await this.#say(false).catch(() => null);
    this.#isUnder = false;
    // The announcement may have arrived after the one that this window closed, so the window leaves again.
    if (this.#isClosed) return this.#leave();
    this.#tell(windows === null ? NOBODY : windows.map(otherOf));
    if (said !== this.#place && this.#others.length > 0) this.#schedule(MOVED_MS);
    else this.#schedule(document.visibilityState === "visible" ? BEAT_MS : HIDDEN_MS);
  }

  async #say(isLeaving: boolean): Promise<readonly Window[]> {
    const given = { id: this.#documentId, windowId: this.#windowId, place: this.#place, isLeaving };
    return (await call(contentAnnouncePresence, given)).windows;
  }

  #tell(others: readonly Other[]): void {
    if (JSON.stringify(others) === JSON.stringify(this.#others)) return;
    this.#others = others;
    for (const listener of this.#listeners) listener();
  }
}

const otherOf = ({ windowId, user, place }: Window): Other => ({
  id: windowId,
  name: user.name ?? user.email,
  color: 1 + ([...user.id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % COLORS),
  place,
});
