import { AsyncLocalStorage } from "node:async_hooks";
import type { ActorKind } from "../../../contracts/audited.js";
import type { Tx } from "../../database/tx.js";
import { writeEntries } from "./write-entry.js";

/** Who acts, and by what. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
  credentialId: string | null;
}

/** What an act is about, as far as it is known. */
export interface About {
  resourceId: string | null;
  projectId: string | null;
  ownerId: string | null;
}

/** One thing that somebody does, from its beginning to the entry that its transaction leaves in the audit log. */
export interface Act {
  readonly action: string;
  readonly resourceKind: string;
  /** The table in which it makes what it is about. */
  readonly made: string | null;
  readonly requestId: string;
  readonly client: string;
  actor: Actor;
  about: About;
  /** The transaction that leaves the entry; another one leaves none. */
  holder: object | null;
}

/** An act that is no call of an action. */
export const actBy = (
  actor: Actor,
  act: { action: string; kind: string; made: string | null; requestId: string; client?: string },
  about: Partial<About>,
): Act => ({
  action: act.action,
  resourceKind: act.kind,
  made: act.made,
  requestId: act.requestId,
  client: act.client ?? "",
  actor,
  about: { resourceId: null, projectId: null, ownerId: null, ...about },
  holder: null,
});

const acts = new AsyncLocalStorage<Act | null>();

/** Does the work as that act: its first transaction that changes something, and commits, leaves the entry. */
export async function asAct<T>(act: Act | null, work: () => Promise<T>): Promise<T> {
  try {
    return await acts.run(act, work);
  } finally {
    // what it has left behind, such as a timer, is not its own any more
    if (act !== null) act.holder ??= act;
  }
}

/** For what an act writes beside itself, such as a counted failure: it leaves no entry. */
export const aside = <T>(work: () => Promise<T>): Promise<T> => acts.run(null, work);

/** Tells what the parameters of the act do not. Belongs into its transaction, and may be repeated. */
export function nameAct({ actor, ...about }: Partial<About> & { actor?: Partial<Actor> }): void {
  const act = acts.getStore() ?? null;
  if (act === null) return;
  act.about = { ...act.about, ...about };
  act.actor = { ...act.actor, ...actor };
}

/** For an act that turns out to change nothing, though its transaction writes. */
export function leaveNoEntry(): void {
  const act = acts.getStore() ?? null;
  if (act !== null) act.holder = act;
}

/**
 * The act that goes on here, for the code that writes its entry with `writeEntries`: no other transaction of it leaves one. Null
 * where there is none, or where it has left its entry.
 */
export function claimEntry(): Act | null {
  const act = acts.getStore() ?? null;
  if (act === null || act.holder !== null) return null;
  act.holder = act;
  return act;
}

/** Leaves the entry of an act that changes something else than the database. */
export const leaveEntry = (transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<void> =>
  transact(async (tx) => {
    tx.hasWritten = true;
  });

/**
 * Runs a transaction of the present actor: when the work has changed something, the entry is written with it and commits
 * with it. A work that runs twice, or fails, leaves one entry or none.
 */
export async function withEntry<T>(
  work: (tx: Tx) => Promise<T>,
  run: (work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> {
  const act = acts.getStore() ?? null;
  if (act === null || act.holder !== null) return run(work);
  const mine = {};
  try {
    return await run(async (tx) => {
      const result = await work(tx);
      if (!tx.hasWritten || (act.holder !== null && act.holder !== mine)) return result;
      act.holder = mine;
      writeEntries(tx, [{ act, made: act.made === null ? undefined : tx.firstMade(act.made) }]);
      return result;
    });
  } catch (error) {
    if (act.holder === mine) act.holder = null;
    throw error;
  }
}
