import type { Reader } from "../../runtime/database/transaction.js";
import { type DueRow, readNextPayers, readOldestOf, readWindow, WINDOW } from "./due.js";
import type { Hints } from "./hints.js";
import { endOfGroup, groupOf } from "./payer-groups.js";
import { shareSlots } from "./share-slots.js";
import { LastTurns } from "./last-turns.js";
import type { ClaimedRow } from "./claimed-row.js";
import type { FreeSlots } from "./free-slots.js";

/** The number of a payer's oldest tasks among which a higher priority goes first. */
const PRIORITY_WINDOW = 16;

export interface Candidates {
  rows: ClaimedRow[];
  /** The database's time at the look. */
  lookedAt: number;
  /** The queues in which more tasks were due than there were slots: each is looked at again when a slot is free. */
  short: string[];
  /** True when slots are left and some payers were not looked at: another look goes on with those payers. */
  isOpen: boolean;
}

/** The due tasks of one payer. */
interface Payer {
  payer: string;
  oldest: number;
  /** The payer's oldest due tasks that have been read. */
  rows: readonly DueRow[];
  /** True when `rows` holds all due tasks of the payer, or at least as many as there are slots. */
  isWhole: boolean;
  /** The number of the payer's tasks that may be taken. */
  most: number;
}

/**
 * Returns the oldest due tasks of the payers with the fewest running tasks in a queue, and among equals of the payer that has
 * waited longest, up to the free slots of each queue. The cost does not grow with the number of waiting tasks: where the window
 * of a queue's oldest tasks is full, a look covers the payers in the window, the payers of which it has heard, and now and
 * then the next payers of a walk over all of them (ADR-0015).
 */
export async function pickCandidates(
  read: Reader,
  free: ReadonlyMap<string, FreeSlots>,
  hints: Hints,
): Promise<Candidates> {
  const { due, running } = await readWindow(read, [...free.keys()], hints.locked);
  const window = Map.groupBy(due, ({ queue }) => queue);
  const found: Candidates = { rows: [], lookedAt: due[0]?.lookedAt ?? 0, short: [], isOpen: false };
  for (const [queue, oldest] of window) {
    const slots = free.get(queue) ?? { slots: 0, perPayer: 0, barred: new Set<string>() };
    const mine = new Map(running.filter((row) => row.queue === queue).map((row) => [row.payer, row.count]));
    const look = new Look(read, { queue, oldest, slots, mine, hints });
    const { picked, isOpen } = await look.pick();
    found.rows.push(...picked);
    if (oldest.length === WINDOW || picked.length < oldest.length) found.short.push(queue);
    found.isOpen ||= isOpen;
  }
  return found;
}

interface Of {
  queue: string;
  /** The queue's oldest due tasks, at most `WINDOW`. */
  oldest: readonly DueRow[];
  slots: FreeSlots;
  /** The number of running tasks in the queue by payer, over all processes. */
  mine: ReadonlyMap<string, number>;
  hints: Hints;
}

/** A look at one queue. */
class Look {
  readonly #read: Reader;
  readonly #of: Of;
  readonly #payers = new Map<string, Payer>();

  constructor(read: Reader, of: Of) {
    this.#read = read;
    this.#of = of;
  }

  async pick(): Promise<{ picked: ClaimedRow[]; isOpen: boolean }> {
    const { queue, oldest, slots, hints } = this.#of;
    const isFull = oldest.length === WINDOW;
    for (const [payer, rows] of Map.groupBy(oldest, (row) => row.payer)) this.#add(payer, rows, !isFull);
    if (!isFull) return { picked: await this.#share(), isOpen: false };
    for (const payer of hints.payers(queue)) this.#add(payer, [], false);
    const isWalkDue = hints.isWalkDue(queue);
    let isEnd = isWalkDue && (await this.#walk());
    let picked = await this.#share();
    if (picked.length < slots.slots && !isWalkDue) {
      isEnd = await this.#walk();
      picked = await this.#share();
    }
    return { picked, isOpen: picked.length < slots.slots && !isEnd };
  }

  /** Adds the next payers of the walk that have a due task; returns true when the walk is at its end. */
  async #walk(): Promise<boolean> {
    const { queue, hints } = this.#of;
    const next = (payer: string): string => (this.#hasRoom(payer) ? payer : endOfGroup(payer));
    const { payers, isEnd } = await readNextPayers(this.#read, queue, { after: hints.walkedTo(queue), next });
    const last = payers.at(-1)?.payer;
    hints.walkTo(queue, isEnd || last === undefined ? "" : next(last));
    for (const { payer, isDue } of payers) {
      if (!isDue || this.#payers.has(payer)) continue;
      this.#add(payer, [], false);
      if (this.#payers.get(payer)?.most !== 0) hints.note(queue, payer);
    }
    return isEnd;
  }

  #add(payer: string, rows: readonly DueRow[], isWhole: boolean): void {
    if (this.#payers.has(payer)) return;
    const { slots, mine, oldest } = this.#of;
    const isBarred = slots.barred.has(payer) || !this.#hasRoom(payer);
    const most = isBarred ? 0 : Math.max(0, slots.perPayer - (mine.get(payer) ?? 0));
    // A payer outside the window has no row here, and counts as waiting since the last row of the window.
    const at = rows[0]?.runAt ?? oldest.at(-1)?.runAt ?? 0;
    this.#payers.set(payer, { payer, oldest: at, rows, isWhole, most });
  }

  /** Returns whether the payer's group may have another task now. */
  #hasRoom(payer: string): boolean {
    return this.#of.slots.groups?.hasRoom(groupOf(payer)) ?? true;
  }

  /** Returns the payers in the order of their waiting, the longest first. */
  #byTurn(): Payer[] {
    const { queue, hints } = this.#of;
    const since = new Map(
      [...this.#payers.values()].map((each) => [
        each,
        hints.turns.waitsSince(queue, each.payer, each.oldest),
      ]),
    );
    return [...since].toSorted(([, one], [, other]) => LastTurns.compare(one, other)).map(([payer]) => payer);
  }

  /** Shares the slots out, and reads more tasks of payers that get more slots than tasks have been read, until no payer lacks any. */
  async #share(): Promise<ClaimedRow[]> {
    const { queue, slots, mine, hints } = this.#of;
    const payers = this.#byTurn();
    for (;;) {
      const shares = shareSlots(
        payers.map(({ payer, rows, isWhole, most }) => ({
          payer,
          ready: Math.min(most, isWhole ? rows.length : Infinity),
        })),
        new Map(mine),
        slots.slots,
        slots.groups?.copy(),
      );
      const lacking = payers.filter(
        ({ payer, rows, isWhole }) => !isWhole && rows.length < (shares.get(payer) ?? 0),
      );
      for (const each of lacking) {
        each.rows = await readOldestOf(
          this.#read,
          { queue, payer: each.payer, locked: hints.locked },
          slots.slots + PRIORITY_WINDOW,
        );
        each.isWhole = true;
        if (each.rows.length === 0) hints.drop(queue, each.payer);
      }
      if (lacking.some(({ payer, rows }) => rows.length < (shares.get(payer) ?? 0))) continue;
      return payers.flatMap(({ payer, rows }) =>
        rows.toSorted((one, other) => other.priority - one.priority).slice(0, shares.get(payer) ?? 0),
      );
    }
  }
}
