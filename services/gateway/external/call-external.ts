import { onBehalfOf } from "../../../runtime/caller.js";
import { readBytes } from "../../../runtime/read-bytes.js";
import { tooLarge } from "../http-server.js";
import { readJsonObject } from "../read-body.js";
import type { RequestTurns } from "../request-turns.js";
import type { ExternalAnswer } from "./answer.js";
import type { InFlight } from "./in-flight.js";
import { serviceOf, type Underway, type WebRequest } from "./underway.js";

/** Of a request. */
export const MOST_BODY_BYTES = 4 * 1024 * 1024;

/** Reads the body of an admitted request in its caller's turn, and calls the action that was found for it. */
export async function callExternal(
  req: WebRequest,
  { asked, auth, requestId }: Underway,
  { turns, inFlight }: { turns: RequestTurns; inFlight: InFlight },
): Promise<ExternalAnswer> {
  const accountId = auth?.accountId ?? "";
  const turn = onBehalfOf(accountId, () => turns.take());
  if (turn !== undefined) await turn;
  const { method, headers } = asked;
  const bytes = ["GET", "HEAD"].includes(method)
    ? Buffer.alloc(0)
    : await readBytes(req, MOST_BODY_BYTES, () => tooLarge(MOST_BODY_BYTES), { owner: accountId });
  const body = bytes.length === 0 ? {} : readJsonObject(bytes, headers["content-type"] ?? "");
  const params = { ...req.$params.query, ...body, ...req.$params.params };
  const options = { meta: { requestId }, requestID: requestId };
  const data = await inFlight.run({ service: serviceOf(req) ?? "", accountId, bytes: bytes.length }, () =>
    req.$ctx.call(req.$endpoint as never, params, options),
  );
  return { data, meta: req.$ctx.meta };
}
