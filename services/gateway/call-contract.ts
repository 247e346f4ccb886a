import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Auth } from "../../contracts/auth.js";
import type { Contract } from "../../contracts/contract.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { GRANTED_BY, scopeMessage } from "../../contracts/scopes.js";
import { currentCaller, onBehalfOf } from "../../runtime/concurrency/current-call.js";
import type { CallMeta } from "../../runtime/actions/context.js";
import { IDEMPOTENCY_KEY } from "../../runtime/actions/idempotency.js";
import type { Host } from "../../runtime/process/host.js";
import { loopTurns, TurnLine } from "../../runtime/process/loop-turns.js";
import {
  type Authenticator,
  credentialOf,
  SESSION_SECONDS,
  sessionCookie,
  unauthenticated,
} from "../identity/index.js";
import { callAtEdge, callCostly } from "./call-while-here.js";
import { refuseForeignOrigin } from "./foreign-origin.js";

/** What a request says of itself before its body is read, whichever server took it. */
export interface Asked {
  method: string;
  headers: IncomingHttpHeaders;
  /** Scheme, host and port that the client called, as far as proxies are trusted; null without a `Host`. */
  called: string | null;
}

export const askedOf = (request: FastifyRequest): Asked => ({
  method: request.method,
  headers: request.headers,
  called: request.headers.host === undefined ? null : `${request.protocol}://${request.host}`,
});

/** Who calls, or null; 503 where the database does not tell in time. */
export const authenticate = (authenticator: Authenticator, asked: Asked): Promise<Auth | null> =>
  withinTime(authenticator.authenticate(credentialOf(asked.headers)));

/** A call takes up to 15 s more. */
const TIMEOUT_MS = 4_500;

/** A database that hangs must not hang the caller: 503 within 20 s (rules/edge 34). */
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

/** A contract, who calls it, and the request that names it. */
export interface Admission {
  contract: Pick<Contract, "audience" | "scope">;
  auth: Auth | null;
  asked: Asked;
  baseUrl: string;
  /** What an address or name that nobody knows is answered with. */
  unknown(): ServiceError;
}

/**
 * Who a call of a contract is made for: 401, then 403 for pages of others and for a missing scope, before a body is read
 * (rules/edge 11). Operator contracts are unknown to other accounts and scoped keys (rules/identity 40). A public one is called by
 * nobody.
 */
export function admit({ contract, auth, asked, baseUrl, unknown }: Admission): Auth | null {
  if (contract.audience === "public") return null;
  const isSessions = contract.audience === "session";
  if (auth === null || (isSessions && auth.kind !== "session"))
    throw unauthenticated(credentialOf(asked.headers).bearer, isSessions ? "session" : "key");
  if (auth.kind === "session") refuseForeignOrigin(asked, baseUrl);
  if (contract.audience === "operator" && (!auth.isOperator || auth.scopes !== null)) throw unknown();
  const { scope } = contract;
  // null is full access
  if (scope !== null && auth.scopes?.some((held) => GRANTED_BY.get(scope)?.includes(held)) === false)
    throw new ServiceError("forbidden", scopeMessage(scope));
  return auth;
}

/** The cookie anew when this request moved its session's end (rules/identity 15), else null. */
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

/** A caller whose last request is older than this asks no longer. */
const OF_LATE_MS = 1000;

/**
 * Spreads requests that come together over several turns of the event loop, and lets callers take turns: hundreds at once
 * would otherwise be begun in the one turn in which their sockets were read, before anybody else's next step. One is begun in
 * each turn, however long that is: what was begun before may fill all turns to come, and others wait for none of it.
 */
export class RequestTurns {
  readonly #line = new TurnLine(loopTurns);
  readonly #now: () => number;
  #last = { caller: null as string | null, at: -Infinity };
  /** When somebody else than the last caller asked. */
  #otherAt = -Infinity;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether nobody else has begun a call of a contract in the last second; readers of delivery and of files do not count. */
  isAlone(accountId: string): boolean {
    const at = this.#last.caller === accountId ? this.#otherAt : this.#last.at;
    return this.#now() - at > OF_LATE_MS;
  }

  /** Nothing when the request may begin, and a promise for its turn otherwise. */
  take(): Promise<void> | undefined {
    this.#note(currentCaller());
    if (this.#line.isEmpty && !loopTurns.isDue) return undefined;
    return new Promise<void>((grant) => this.#line.wait(grant));
  }

  #note(caller: string | null): void {
    if (this.#last.caller !== caller) this.#otherAt = this.#last.at;
    this.#last = { caller, at: this.#now() };
  }
}

/** Who a contract is called for, and the answer that waits for it. */
export interface Asker {
  auth: Auth | null;
  requestId: string;
  /** Address of the client, as far as proxies are trusted. */
  client: string;
  /** Its `Idempotency-Key`. */
  key: string | string[] | undefined;
  /** What the key is scoped to: method and path, or what stands for them. */
  route: string;
  /** Its client may leave before it is written. */
  answer: ServerResponse;
}

/**
 * Calls a contract for a caller that was admitted to it, when its caller's turn has come; REST and GraphQL enter here. The
 * parameters are read in that turn, and may throw.
 */
export async function callContract(
  { host, turns }: { host: Host; turns: RequestTurns },
  contract: Contract,
  params: () => Record<string, unknown>,
  { auth, requestId, client, key, route, answer }: Asker,
): Promise<Record<string, unknown>> {
  const { costly, edge, line } = contract.rest ?? {};
  const turn = onBehalfOf(auth?.accountId ?? line, () => turns.take());
  if (turn !== undefined) await turn;
  const given = params();
  const idempotency = idempotencyOf(contract, key, route);
  const meta: CallMeta = { auth, requestId, client, idempotency, ...(line !== undefined && { line }) };
  const calling = { params: given, answer, meta };
  if (costly) return callCostly(host, contract, calling) as Promise<Record<string, unknown>>;
  if (edge && auth !== null)
    return callAtEdge(host, contract, auth, calling) as Promise<Record<string, unknown>>;
  return host.call(contract, given, meta) as Promise<Record<string, unknown>>;
}

/** The key of a request under the route that it is scoped to; null where there is none, or none is honoured. */
function idempotencyOf(contract: Contract, key: Asker["key"], route: string): CallMeta["idempotency"] {
  if (!contract.idempotent || key === undefined) return null;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key))
    throw invalidParams("Idempotency-Key must have 1 to 200 printable characters.");
  return { key, route };
}
