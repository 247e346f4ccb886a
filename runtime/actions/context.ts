import type { Auth } from "../../contracts/auth.js";
import type { Contract, InputOf, ResultOf } from "../../contracts/contract.js";
import type { IdempotencyRecorder } from "./idempotency.js";

/** What travels with every call beside its parameters. */
export interface CallMeta {
  auth: Auth | null;
  requestId: string;
  /** Address of the client, as far as proxies are trusted. */
  client: string;
  /** `Idempotency-Key` of the request, with the route that it is scoped to. */
  idempotency: { key: string; route: string } | null;
  /** Names the request to a call that ends when its caller leaves (`rest.costly`). */
  waiter?: string;
  /** Of a call without an account: the line in which it waits (`rest.line`). */
  line?: string;
  /** Whether an agent's tool makes the call. */
  isAgent?: true;
  /** Whether a run of a workflow makes the call. */
  isRun?: true;
}

/** Calls an action wherever it runs. */
export type Call = <C extends Contract>(
  contract: C,
  params: InputOf<C>,
  meta: CallMeta,
) => Promise<ResultOf<C>>;

/** Calls a contract with `rest.edge` in this process; the signal ends it. */
export type EdgeCall = <C extends Contract>(
  contract: C,
  params: InputOf<C>,
  meta: CallMeta,
  signal: AbortSignal,
) => Promise<ResultOf<C>>;

/** One call of an action, as its functions see it. */
export interface ActionContext {
  readonly meta: CallMeta;
  /** Records what the call makes under the request's Idempotency-Key; null without one. */
  readonly idempotency: IdempotencyRecorder | null;
  /** Aborts when nobody waits for the result any more; at the edge, and of contracts with `rest.costly`. */
  readonly signal: AbortSignal;
  /** The caller. Throws `unauthenticated` where nobody is signed in. */
  readonly auth: Auth;
  call<C extends Contract>(contract: C, params: InputOf<C>): Promise<ResultOf<C>>;
}

/** The meta of work that nobody asked for by a request: tasks, ticks, the command line. */
export const systemMeta = (requestId: string, auth: Auth | null = null): CallMeta => ({
  auth,
  requestId,
  client: "",
  idempotency: null,
});
