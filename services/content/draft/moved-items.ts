import * as decoding from "lib0/decoding";
import * as encoding from "lib0/encoding";
import * as Y from "yjs";
import type { Departure } from "./departures.js";
import { type Move, partMoves, successorsOf } from "./moves.js";
import { isSame } from "./plain-value.js";
import { projectValue } from "./project-fields.js";
import { followPath, pathWithin } from "./path-within.js";
import { removedOf, sparing, stretchesOf } from "./update-parts.js";

/** A change that somebody made in an item that was moved meanwhile. */
export interface LateEdit {
  /** The item that stands for the moved one now. */
  target: Y.AbstractType<unknown>;
  before: unknown;
  after: unknown;
}

/** The milliseconds for which a moved item is followed; edits in it that come later are lost. */
const KEPT_MS = 24 * 3600_000;
const MAX_MOVES = 1000;

/** The origin of the transaction that removes items from their old places. The twin does not follow it. */
const REMOVAL = Symbol("removal");

/**
 * The items of a draft's lists that saves moved. Yjs has no move: a moved item is removed and made anew
 * elsewhere, and an editor's concurrent edits in the removed one would be lost (ADR-0027). So a twin of the
 * draft keeps moved items in their old places, too. The twin takes all updates of the draft; a change of such
 * an item there is a late edit, and belongs into the item that stands for it.
 */
export class MovedItems {
  #twin: Y.Doc | null = null;
  #moves: Move[] = [];

  static read(bytes: Uint8Array | null | undefined): MovedItems {
    const moved = new MovedItems();
    if (!bytes) return moved;
    const decoder = decoding.createDecoder(new Uint8Array(bytes));
    for (let left = decoding.readVarUint(decoder); left > 0; left--) {
      const [from, to] = [readId(decoder), readId(decoder)];
      moved.#moves.push({ from, to, at: decoding.readVarUint(decoder) });
    }
    moved.#twin = new Y.Doc();
    Y.applyUpdate(moved.#twin, decoding.readTailAsUint8Array(decoder).slice());
    return moved;
  }

  /** Lets the twin take all changes of the draft from now on, except the removal of moved items. */
  follow(doc: Y.Doc): void {
    doc.on("update", (update: Uint8Array, origin: unknown) => {
      if (origin !== REMOVAL) this.take(update);
    });
  }

  /** Takes an editor's update in its original form: the draft itself does not keep edits of removed items. */
  take(update: Uint8Array): void {
    if (this.#twin === null) return;
    try {
      Y.applyUpdate(this.#twin, this.#withoutRemovals(this.#twin, update));
    } catch {
      // The draft took the update, so only the twin cannot continue.
      this.#forget();
    }
  }

  /**
   * Returns an update for the twin. An editor that knows of a move sends the removal of the item with all
   * other removals that it knows; these are taken out. An editor that does not know of the move may remove
   * letters of the item, and that is an edit.
   */
  #withoutRemovals(twin: Y.Doc, update: Uint8Array): Uint8Array {
    const parts = Y.decodeUpdate(update);
    const known = removedOf(parts, this.#moves, ({ from }) => from);
    if (known.length === 0) return update;
    const types = known.flatMap(({ from }) => typeAt(twin, from) ?? []);
    return sparing(parts, types.flatMap(stretchesOf));
  }

  /** Removes items from their old places, after their successors were made in `doc`, which is followed. */
  remove(doc: Y.Doc, departures: readonly Departure[]): void {
    if (departures.length === 0) return;
    if (this.#twin === null) {
      this.#twin = new Y.Doc();
      Y.applyUpdate(this.#twin, Y.encodeStateAsUpdate(doc));
    }
    const at = Date.now();
    const places = this.#moves.flatMap(({ to }) => typeAt(doc, to) ?? []);
    const leaving = new Map<unknown, Y.AbstractType<unknown>>();
    for (const { from, to } of departures) {
      if (to === null) continue;
      leaving.set(from, to);
      this.#note(from, to, at);
    }
    // Items that an earlier save moved into one of the leaving items get a new place with it.
    for (const inner of places)
      for (const outer of ancestors(inner)) {
        const to = leaving.get(outer);
        const path = to === undefined ? null : pathWithin(inner, outer);
        const again = to === undefined || path === null ? null : followPath(to, path);
        if (again !== null) this.#note(inner, again, at);
      }
    doc.transact(() => takeOut(departures.map(({ from }) => from)), REMOVAL);
  }

  #note({ _item: from }: Y.AbstractType<unknown>, { _item: to }: Y.AbstractType<unknown>, at: number): void {
    if (from !== null && to !== null) this.#moves.push({ from: from.id, to: to.id, at });
  }

  /** Returns the content of moved items in their old places, without the moved items within them. */
  values(): ReadonlyMap<Move, unknown> {
    const twin = this.#twin;
    if (twin === null) return new Map();
    const items = this.#moves.flatMap((move) => {
      const item = typeAt(twin, move.from);
      return item === null ? [] : [[move, item] as const];
    });
    const all = new Set<unknown>(items.map(([, item]) => item));
    return new Map(items.map(([move, item]) => [move, projectValue(item, 1, all)]));
  }

  /** Returns the changes in moved items since `before`, for items whose successor is still there. */
  lateEdits(doc: Y.Doc, before: ReadonlyMap<Move, unknown>): LateEdit[] {
    const edits: LateEdit[] = [];
    const successor = successorsOf(this.#moves);
    for (const [move, after] of this.values()) {
      if (!before.has(move) || isSame(before.get(move), after)) continue;
      const target = typeAt(doc, successor(move));
      if (target !== null) edits.push({ target, before: before.get(move), after });
    }
    return edits;
  }

  /** Returns the stored form, or null when no editor can come late or the twin exceeds `mostBytes`. */
  encoded(doc: Y.Doc, mostBytes: number): Uint8Array | null {
    const twin = this.#twin;
    if (twin === null) return null;
    this.#prune(doc, twin);
    if (this.#moves.length === 0) return null;
    const bytes = encoding.encode((encoder) => {
      encoding.writeVarUint(encoder, this.#moves.length);
      for (const { from, to, at } of this.#moves) {
        for (const number of [from.client, from.clock, to.client, to.clock, at])
          encoding.writeVarUint(encoder, number);
      }
      encoding.writeUint8Array(encoder, Y.encodeStateAsUpdate(twin));
    });
    return bytes.length > mostBytes ? null : bytes;
  }

  /** Forgets moves that are too old or too many, and those of items that are gone for good. */
  #prune(doc: Y.Doc, twin: Y.Doc): void {
    const { kept, gone } = partMoves(
      this.#moves,
      { inTwin: (id) => typeAt(twin, id) !== null, inDraft: (id) => typeAt(doc, id) !== null },
      { after: Date.now() - KEPT_MS, most: MAX_MOVES },
    );
    this.#moves = kept;
    const types = gone.flatMap(({ from }) => typeAt(twin, from) ?? []);
    if (types.length > 0) twin.transact(() => takeOut(types));
  }

  #forget(): void {
    this.#twin = null;
    this.#moves = [];
  }
}

function readId(decoder: decoding.Decoder): Y.ID {
  const client = decoding.readVarUint(decoder);
  return Y.createID(client, decoding.readVarUint(decoder));
}

/** Returns the shared type of an item that is still there, or null for a removed one. */
function typeAt(doc: Y.Doc, id: Y.ID): Y.AbstractType<unknown> | null {
  if (Y.getState(doc.store, id.client) <= id.clock) return null;
  const item: unknown = Y.getItem(doc.store, id);
  if (!(item instanceof Y.Item) || item.deleted || !(item.content instanceof Y.ContentType)) return null;
  return item.content.type as Y.AbstractType<unknown>;
}

function* ancestors(type: Y.AbstractType<unknown>): Generator<Y.AbstractType<unknown>> {
  for (let at = type.parent; at instanceof Y.AbstractType; at = at.parent) yield at;
}

function takeOut(items: readonly Y.AbstractType<unknown>[]): void {
  const places = new Map<Y.Array<unknown>, Set<unknown>>();
  for (const item of items) {
    const { parent } = item;
    if (!(parent instanceof Y.Array)) continue;
    places.set(parent, (places.get(parent) ?? new Set()).add(item));
  }
  for (const [list, leaving] of places)
    for (const [index, item] of [...list.toArray().entries()].toReversed())
      if (leaving.has(item)) list.delete(index, 1);
}
