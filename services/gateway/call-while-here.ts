import type { ServerResponse } from "node:http";
import type { Auth } from "../../contracts/auth.js";
import type { Contract } from "../../contracts/contract.js";
import { onBehalfOf } from "../../runtime/concurrency/current-call.js";
import type { CallMeta } from "../../runtime/actions/context.js";
import { nameWaiter } from "../../runtime/actions/waiters.js";
import type { Host } from "../../runtime/process/host.js";
import { runWhileAuthenticated } from "../identity/index.js";

interface Calling {
  params: Record<string, unknown>;
  answer: ServerResponse;
  meta: CallMeta;
}

/** Calls a contract with `rest.costly`, whose action is told when the client leaves. */
export const callCostly = (
  host: Pick<Host, "call" | "signals">,
  contract: Contract,
  { params, answer, meta }: Calling,
) => host.call(contract, params, { ...meta, waiter: nameWaiter(host.signals, answer) });

/**
 * Calls a contract with `rest.edge`: its work runs in this process, may last, and ends when the client leaves
 * or its credential ends.
 */
export function callAtEdge(
  host: Host,
  contract: Contract,
  auth: Auth,
  { params, answer, meta }: Calling,
): Promise<unknown> {
  const left = new AbortController();
  answer.once("close", () => left.abort());
  return onBehalfOf(auth.accountId, () =>
    runWhileAuthenticated(host, auth, left.signal, (signal) => host.edgeCall(contract, params, meta, signal)),
  );
}
