import type { ServerResponse } from "node:http";
import type { Auth } from "../../contracts/auth.js";
import type { Contract } from "../../contracts/contract.js";
import { invalidParams } from "../../contracts/errors.js";
import { onBehalfOf } from "../../runtime/concurrency/caller.js";
import type { CallMeta } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { IDEMPOTENCY_KEY } from "../../runtime/actions/idempotency.js";
import { nameWaiter } from "../../runtime/actions/waiters.js";
import { runWhileAuthenticated } from "../identity/index.js";
import type { RequestTurns } from "./request-turns.js";

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
  const line = contract.rest?.line;
  const turn = onBehalfOf(auth?.accountId ?? line, () => turns.take());
  if (turn !== undefined) await turn;
  const given = params();
  const idempotency = idempotencyOf(contract, key, route);
  const meta: CallMeta = { auth, requestId, client, idempotency, ...(line !== undefined && { line }) };
  return (await call(host, contract, given, answer, meta)) as Record<string, unknown>;
}

/** A call between services; or, for what may take longer than that, work in this process, which ends when the client leaves. */
function call(
  host: Host,
  contract: Contract,
  params: Record<string, unknown>,
  answer: ServerResponse,
  meta: CallMeta,
): Promise<unknown> {
  if (contract.rest?.costly)
    return host.call(contract, params, { ...meta, waiter: nameWaiter(host.signals, answer) });
  if (!contract.rest?.edge || meta.auth === null) return host.call(contract, params, meta);
  const left = new AbortController();
  answer.once("close", () => left.abort());
  const { auth } = meta;
  return onBehalfOf(auth.accountId, () =>
    runWhileAuthenticated(host, auth, left.signal, (signal) => host.edgeCall(contract, params, meta, signal)),
  );
}

/** The key of a request under the route that it is scoped to; null where there is none, or none is honoured. */
function idempotencyOf(contract: Contract, key: Asker["key"], route: string): CallMeta["idempotency"] {
  if (!contract.idempotent || key === undefined) return null;
  if (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key))
    throw invalidParams("Idempotency-Key must have 1 to 200 printable characters.");
  return { key, route };
}
