import { AsyncLocalStorage } from "node:async_hooks";
import type { ActorKind } from "../../../contracts/audited.js";
import type { Tx } from "../../database/tx.js";

/** The account or part of Kiln that acts, and the credential that it uses. */
export interface Actor {
  kind: ActorKind;
  id: string | null;
  credentialId: string | null;
}

/** The subject of an act, as far as it is known. */
export interface About {
  resourceId: string | null;
  projectId: string | null;
  ownerId: string | null;
}

/** One act of an actor, from its beginning to the entry that its transaction writes into the audit log. */
export interface Act {
  readonly action: string;
  readonly resourceKind: string;
  /** The table of the row that the act creates as its subject; null if it creates none. */
  readonly made: string | null;
  readonly requestId: string;
  readonly client: string;
  actor: Actor;
  about: About;
  /**
   * The object that stands for the transaction which writes the entry; other transactions of the act write
   * none.
   */
  holder: object | null;
}

/** Returns an act that is not a call of an action. */
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

/** The current act, for `entry.ts`. */
export const acts = new AsyncLocalStorage<Act | null>();

/**
 * Runs work that an act writes in addition to its own change, such as counting a failure; that work leaves no
 * entry.
 */
export const aside = <T>(work: () => Promise<T>): Promise<T> => acts.run(null, work);

/**
 * Adds facts about the current act that its parameters do not contain. It is called within the act's
 * transaction and may be repeated.
 */
export function nameAct({ actor, ...about }: Partial<About> & { actor?: Partial<Actor> }): void {
  const act = acts.getStore() ?? null;
  if (act === null) return;
  act.about = { ...act.about, ...about };
  act.actor = { ...act.actor, ...actor };
}

/**
 * Ends the current act without an entry, because it turned out to change nothing although its transaction
 * writes.
 */
export function leaveNoEntry(): void {
  const act = acts.getStore() ?? null;
  if (act !== null) act.holder = act;
}

/** Writes the entry of an act that changes something outside of the database. */
export const leaveEntry = (transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<void> =>
  transact(async (tx) => {
    tx.hasWritten = true;
  });
