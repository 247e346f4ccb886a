import type { Auth } from "../../contracts/auth.js";
import type { Contract, InputOf, ResultOf } from "../../contracts/contract.js";
import type { IdempotencyRecorder } from "./idempotency.js";

/** The data that travels with every call in addition to its parameters. */
export interface CallMeta {
  auth: Auth | null;
  requestId: string;
  /** The client's address, as far as proxies are trusted. */
  client: string;
  /** The request's `Idempotency-Key` with the route that it is scoped to. */
  idempotency: { key: string; route: string } | null;
  /** The name of the request whose call ends when the client leaves (`rest.costly`). */
  waiter?: string;
  /** The caller as whom a call without an account takes its turns (`rest.caller`). */
  caller?: string;
  /** True if an agent's tool makes the call. */
  isAgent?: true;
  /** True if a run of a workflow makes the call. */
  isRun?: true;
}

/** Calls an action on whichever node hosts it. */
export type Call = <C extends Contract>(
  contract: C,
  params: InputOf<C>,
  meta: CallMeta,
) => Promise<ResultOf<C>>;

/** Calls a contract with `rest.edge` in this process; the signal ends the call. */
export type EdgeCall = <C extends Contract>(
  contract: C,
  params: InputOf<C>,
  meta: CallMeta,
  signal: AbortSignal,
) => Promise<ResultOf<C>>;

/** One call of an action as the action's functions see it. */
export interface ActionContext {
  readonly meta: CallMeta;
  /**
   * Records the resource that the call makes under the request's Idempotency-Key; null if the request has
   * none.
   */
  readonly idempotency: IdempotencyRecorder | null;
  /**
   * Aborts when nobody waits for the result any more. Only calls at the edge and calls of contracts with
   * `rest.costly` are aborted.
   */
  readonly signal: AbortSignal;
  /** The caller. Reading it throws `unauthenticated` if nobody is signed in. */
  readonly auth: Auth;
  call<C extends Contract>(contract: C, params: InputOf<C>): Promise<ResultOf<C>>;
}

/** Returns the meta of work that no request asked for: tasks, ticks and the command line. */
export const systemMeta = (requestId: string, auth: Auth | null = null): CallMeta => ({
  auth,
  requestId,
  client: "",
  idempotency: null,
});
