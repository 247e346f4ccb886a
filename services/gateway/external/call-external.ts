import { onBehalfOf } from "../../../runtime/concurrency/current-call.js";
import { readBytes } from "../../../runtime/http/read-bytes.js";
import { tooLarge } from "../refusals.js";
import { readJsonObject } from "../../../runtime/http/json-text.js";
import type { Host } from "../../../runtime/process/host.js";
import { runWhileAuthenticated } from "../../identity/index.js";
import type { RequestTurns } from "../call-contract.js";
import type { ExternalAnswer } from "./answer.js";
import type { InFlight } from "./in-flight.js";
import { serviceOf, type Underway, type WebRequest } from "./underway.js";

/** The most bytes of a request's body. */
export const MOST_BODY_BYTES = 4 * 1024 * 1024;

const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"]);
/** The number of nodes that are tried in the place of one that is gone. */
const MOST_TWINS = 2;

/**
 * Reads the body of an admitted request in its caller's turn, and calls the action that was found for it. Throws
 * `unauthenticated` about a second after the credential ended (rules/identity 25).
 */
export async function callExternal(
  req: WebRequest,
  { asked, auth, requestId }: Underway,
  { host, turns, inFlight }: { host: Host; turns: RequestTurns; inFlight: InFlight },
): Promise<ExternalAnswer> {
  const accountId = auth?.accountId ?? "";
  const turn = onBehalfOf(accountId, () => turns.take());
  if (turn !== undefined) await turn;
  const { method, headers } = asked;
  const bytes = SAFE.has(method)
    ? Buffer.alloc(0)
    : await readBytes(req, MOST_BODY_BYTES, () => tooLarge(MOST_BODY_BYTES), { owner: accountId });
  const body = bytes.length === 0 ? {} : readJsonObject(bytes, headers["content-type"] ?? "");
  const params = { ...req.$params.query, ...body, ...req.$params.params };
  const options = { meta: { requestId }, requestID: requestId };
  const called = inFlight.run({ service: serviceOf(req) ?? "", accountId, bytes: bytes.length }, () =>
    callOneThatIsThere(req, method, (to) => req.$ctx.call(to as never, params, options)),
  );
  const data = await (auth === undefined
    ? called
    : runWhileAuthenticated(host, auth, STAYS, (ended) => unless(ended, called)));
  return { data, meta: req.$ctx.meta };
}

/** A client that leaves does not end the call, which counts as one in flight until the service has answered. */
const STAYS = new AbortController().signal;

/** Returns the outcome of work, or throws the signal's reason when that aborts first. The work goes on. */
const unless = <T>(ended: AbortSignal, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    ended.addEventListener("abort", () => reject(ended.reason as Error), { once: true });
    work.then(resolve, reject);
  });

/**
 * Calls a node, and another one where the first may have died a moment ago. A call is repeated that never
 * reached its node, or that may have been done but changes nothing. Throws the error of the last node.
 */
async function callOneThatIsThere(
  { $endpoint, $action }: WebRequest,
  method: string,
  call: (to: unknown) => Promise<unknown>,
): Promise<unknown> {
  for (let to: unknown = $endpoint, twins = 0; ; twins += 1)
    try {
      return await call(to);
    } catch (error) {
      const name = (error as { name?: unknown } | null)?.name;
      const mayRepeat = name === "NotDeliveredError" || (name === "RequestRejectedError" && SAFE.has(method));
      if (!mayRepeat || twins === MOST_TWINS) throw error;
      // The broker chooses the next node of those that are known to be there.
      to = $action?.name;
    }
}
