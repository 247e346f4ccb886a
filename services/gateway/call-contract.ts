import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Auth } from "../../contracts/auth.js";
import type { Contract } from "../../contracts/contract.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { GRANTED_BY, scopeMessage } from "../../contracts/scopes.js";
import { currentCaller, onBehalfOf } from "../../runtime/concurrency/current-call.js";
import type { CallMeta } from "../../runtime/actions/context.js";
import { IDEMPOTENCY_KEY } from "../../runtime/actions/idempotency.js";
import type { Host } from "../../runtime/process/host.js";
import { loopTurns, TurnQueue } from "../../runtime/process/loop-turns.js";
import {
  type Authenticator,
  credentialOf,
  SESSION_SECONDS,
  sessionCookie,
  unauthenticated,
} from "../identity/index.js";
import { callAtEdge, callCostly } from "./call-while-here.js";
import { refuseForeignOrigin, type Asked } from "./foreign-origin.js";

export const askedOf = (request: FastifyRequest): Asked => ({
  method: request.method,
  headers: request.headers,
  called: request.headers.host === undefined ? null : `${request.protocol}://${request.host}`,
});

/** Returns the caller, or null for none. Throws `unavailable` where the database does not answer in time. */
export const authenticate = (authenticator: Authenticator, asked: Asked): Promise<Auth | null> =>
  withinTime(authenticator.authenticate(credentialOf(asked.headers)));

/** The milliseconds that authentication may take; a call takes up to 15 s more. */
const TIMEOUT_MS = 4_500;

/**
 * Limits the time of work: a database that hangs must not hang the caller, who gets 503 within 20 s
 * (rules/edge 34).
 */
export function withinTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => {
      const details = { retryAfterSeconds: 2 };
      reject(new ServiceError("unavailable", "The database does not answer. Retry later.", { details }));
    };
    // An answer that came while the event loop stood still is read first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(late)), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A contract, its caller, and the request that names it. */
export interface Admission {
  contract: Pick<Contract, "audience" | "scope">;
  auth: Auth | null;
  asked: Asked;
  baseUrl: string;
  /** Returns the error for an address or name that nobody knows. */
  unknown(): ServiceError;
}

/**
 * Returns the caller for whom a contract is called, or null for a public contract, which has none. Throws
 * 401, then 403 for pages of other origins and for a missing scope, before a body is read (rules/edge 11).
 * Operator contracts are unknown to other accounts and to scoped keys (rules/identity 40).
 */
export function admit({ contract, auth, asked, baseUrl, unknown }: Admission): Auth | null {
  if (contract.audience === "public") return null;
  const isSessions = contract.audience === "session";
  if (auth === null || (isSessions && auth.kind !== "session"))
    throw unauthenticated(credentialOf(asked.headers).bearer, isSessions ? "session" : "key");
  if (auth.kind === "session") refuseForeignOrigin(asked, baseUrl);
  if (contract.audience === "operator" && (!auth.isOperator || auth.scopes !== null)) throw unknown();
  const { scope } = contract;
  // Null scopes are full access.
  const isGranted =
    scope === null ||
    auth.scopes === null ||
    auth.scopes.some((held) => GRANTED_BY.get(scope)?.includes(held));
  if (!isGranted) throw new ServiceError("forbidden", scopeMessage(scope));
  return auth;
}

/** Returns the cookie to set when this request moved its session's end (rules/identity 15), or null. */
export function slidCookie(
  authenticator: Authenticator,
  auth: Auth,
  { headers }: Asked,
  isHttps: boolean,
): string | null {
  if (!authenticator.hasSlid(auth)) return null;
  const secret = credentialOf(headers).cookie ?? "";
  return sessionCookie({ secret, maxAgeSeconds: SESSION_SECONDS }, isHttps);
}

/** The milliseconds after its last request in which a caller counts as present. */
const OF_LATE_MS = 1000;

/**
 * Spreads requests that come together over several turns of the event loop, and lets callers take turns:
 * hundreds at once would otherwise begin in the one turn in which their sockets were read, before anybody
 * else's next step. One request begins in each turn, however long the turn is: earlier requests may fill all
 * coming turns, and others do not have to wait for them.
 */
export class RequestTurns {
  readonly #queue = new TurnQueue(loopTurns);
  readonly #now: () => number;
  #last = { caller: null as string | null, at: -Infinity };
  /** The time of the last request of anybody but the last caller. */
  #otherAt = -Infinity;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Tells whether nobody else has begun a call of a contract in the last second; readers of delivery and of
   * files do not count.
   */
  isAlone(accountId: string): boolean {
    const at = this.#last.caller === accountId ? this.#otherAt : this.#last.at;
    return this.#now() - at > OF_LATE_MS;
  }

  /** Returns undefined when the request may begin at once, and otherwise a promise for its turn. */
  take(): Promise<void> | undefined {
    this.#note(currentCaller());
    if (this.#queue.isEmpty && !loopTurns.isDue) return undefined;
    return new Promise<void>((grant) => this.#queue.wait(grant));
  }

  #note(caller: string | null): void {
    if (this.#last.caller !== caller) this.#otherAt = this.#last.at;
    this.#last = { caller, at: this.#now() };
  }
}

/** The caller of a contract, and the answer that waits for the call. */
export interface Asker {
  auth: Auth | null;
  requestId: string;
  /** The address of the client, as far as proxies are trusted. */
  client: string;
  /** The `Idempotency-Key` of the request. */
  key: string | string[] | undefined;
  /** The scope of the key: method and path, or a text in their place. */
  route: string;
  /** The answer, whose client may leave before it is written. */
  answer: ServerResponse;
}

/**
 * Calls a contract for an admitted caller, when the caller's turn has come; REST and GraphQL both call it.
 * The parameters are read in that turn, and reading them may throw.
 */
export async function callContract(
  { host, turns }: { host: Host; turns: RequestTurns },
  contract: Contract,
  params: () => Record<string, unknown>,
  { auth, requestId, client, key, route, answer }: Asker,
): Promise<Record<string, unknown>> {
  const { costly, edge, caller } = contract.rest ?? {};
  const turn = onBehalfOf(auth?.accountId ?? caller, () => turns.take());
  if (turn !== undefined) await turn;
  const given = params();
  const idempotency = idempotencyOf(contract, key, route);
  const meta: CallMeta = { auth, requestId, client, idempotency, ...(caller !== undefined && { caller }) };
  const calling = { params: given, answer, meta };
  if (costly) return callCostly(host, contract, calling) as Promise<Record<string, unknown>>;
  if (edge && auth !== null)
    return callAtEdge(host, contract, auth, calling) as Promise<Record<string, unknown>>;
  return host.call(contract, given, meta) as Promise<Record<string, unknown>>;
}

/**
 * Returns the key of a request with the route to which it is scoped; null where the request has none, or the
 * contract honours none.
 */
function idempotencyOf(contract: Contract, key: Asker["key"], route: string): CallMeta["idempotency"] {
  if (!contract.idempotent || key === undefined) return null;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key))
    throw invalidParams("Idempotency-Key must have 1 to 200 printable characters.");
  return { key, route };
}
