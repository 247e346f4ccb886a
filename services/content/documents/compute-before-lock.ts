import { NeedsThread, outsideTransactions } from "../draft/needs-thread.js";
import type { DraftServices } from "./draft-services.js";
import { type DraftNow, readOpened, shapeOf, type LiveState } from "./draft-state.repository.js";
import { readTypeContext } from "../types/type-context.repository.js";
import type { ContentFields } from "../../../contracts/content-schema.js";

/** The result of a change of a draft. */
export interface DraftNext {
  fields: ContentFields;
  /** True when the fields differ, which makes a new version. */
  isChanged: boolean;
  /**
   * The state with the content `fields`. Null leaves the state as it is, which is correct only if the fields
   * stay or nobody has opened the document.
   */
  live: LiveState | null;
  /** The epoch of `live`, when it was rebuilt. */
  epoch?: number;
  /** The time of an edit by a live editor, for which compaction waits. */
  editedAt?: number;
}

type Change<N> = (now: DraftNow) => Promise<N>;

/**
 * Has a transaction made with a change of a draft, in which only small work is done: whatever needs a thread is computed
 * before the lock, once more whenever the draft or its type changed meanwhile (rules/content 62 and 63).
 * `transact` may run several times. Throws `conflict` when others are faster each time.
 */
export const withComputed = <N extends DraftNext, R>(
  draftServices: DraftServices,
  id: string,
  change: Change<N>,
  transact: (made: Change<N>) => Promise<R>,
): Promise<R> =>
  outsideTransactions(async () => {
    const { largeDocuments } = draftServices;
    const made = largeDocuments.has(id) ? await computeBeforeLock(draftServices, id, change) : change;
    try {
      return await transact(made);
    } catch (error) {
      if (error instanceof NeedsThread) largeDocuments.add(id);
      throw error;
    }
  });

/**
 * Computes a change before its document is locked, because its connection, and on the embedded database every other caller,
 * would wait. Under the lock the result is used if the draft is still the one that was read; otherwise the change is
 * computed there if it is small, and throws NeedsThread if not.
 */
export async function computeBeforeLock<N extends DraftNext>(
  { host }: DraftServices,
  id: string,
  change: Change<N>,
): Promise<Change<N>> {
  const opened = await readOpened(host.read, id);
  const typeContext = opened === null ? null : await readTypeContext(host.read, opened.document.typeId);
  if (opened === null || typeContext === null) return change;
  const seen: DraftNow = { ...opened, typeContext, shape: shapeOf(typeContext) };
  const next = await change(seen);
  return (now) => (isSeen(now, seen) ? Promise.resolve(onto(now, seen, next)) : change(now));
}

/** Returns the computed change; a state that does not change becomes the one that was read under the lock. */
const onto = <N extends DraftNext>(now: DraftNow, seen: DraftNow, next: N): N =>
  next.live !== null && next.live === seen.live ? { ...next, live: now.live } : next;

const isSeen = (now: DraftNow, seen: DraftNow): boolean =>
  now.epoch === seen.epoch &&
  now.document.draftVersion === seen.document.draftVersion &&
  now.typeContext.schemaVersion === seen.typeContext.schemaVersion &&
  now.shape.defaultLocale === seen.shape.defaultLocale &&
  now.shape.locales.join() === seen.shape.locales.join() &&
  isSameBytes(now.live?.state, seen.live?.state) &&
  isSameBytes(now.live?.buffered, seen.live?.buffered) &&
  isSameBytes(now.live?.moved, seen.live?.moved);

const isSameBytes = (one: Uint8Array | null | undefined, other: Uint8Array | null | undefined): boolean =>
  Buffer.compare(one ?? NOTHING, other ?? NOTHING) === 0;
const NOTHING = new Uint8Array();
