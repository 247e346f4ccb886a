import { AsyncLocalStorage } from "node:async_hooks";
import type { ActorKind } from "../../../contracts/audited.js";
import type { Tx } from "../../database/tx.js";

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

/** The act that goes on, for `entry.ts`. */
export const acts = new AsyncLocalStorage<Act | null>();

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

/** Leaves the entry of an act that changes something else than the database. */
export const leaveEntry = (transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>): Promise<void> =>
  transact(async (tx) => {
    tx.hasWritten = true;
  });
