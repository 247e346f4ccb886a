import type { IncomingMessage } from "node:http";
import type { Auth } from "../../contracts/auth.js";
import { invalidParams, ServiceError } from "../../contracts/errors.js";
import { MAX_BODY_BYTES } from "../../contracts/limits.js";
import { answerJson } from "../../runtime/http/answer-json.js";
import type { CallMeta } from "../../runtime/actions/context.js";
import { onBehalfOf } from "../../runtime/concurrency/current-call.js";
import type { EdgeRequest, EdgeRoute } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";
import { IDEMPOTENCY_KEY } from "../../runtime/actions/idempotency.js";
import { declaresOver } from "../../runtime/http/read-bytes.js";
import { authenticatorOf } from "../identity/index.js";
import type { Asking } from "./agent.js";
import { AnswerTurn } from "./answer-turn.js";
import { bearerOf } from "./bearer.js";
import { isStateless } from "./era.js";
import { failedCall } from "./failed-call.js";
import { isAgentsOrigin } from "./own-origin.js";
import { foreignOrigin } from "../../runtime/http/own-origin.js";
import { readPlain } from "./read-plain.js";
import { isJson, type Read, readMessage, tooLarge } from "./read-message.js";
import { refuseScope, unopened } from "./refuse-scope.js";
import { refuseMessage, refuseMethod, refuseUnauthenticated } from "./refusals.js";

export const METHODS = ["POST", "GET", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS"];

/** Route of `{base_url}/mcp`: one JSON-RPC message in a POST, stateless (rules/mcp 1). */
export const agentEndpoint = (host: Host): EdgeRoute => ({
  methods: METHODS,
  path: "/mcp",
  handle: (request) => answer(host, request),
});

/**
 * Checks method (405), declared length (413), credential (401) and Origin (403) before the body is read and
 * counted (rules/mcp 1 and 2).
 */
async function answer(host: Host, request: EdgeRequest): Promise<void> {
  const { req, res } = request;
  if (request.method !== "POST") return refuseMethod(res);
  if (declaresOver(req, MAX_BODY_BYTES)) throw tooLarge();
  const auth = await authenticate(host, req);
  if (auth === null) return refuseUnauthenticated(request, host.baseUrl);
  if (!isAgentsOrigin(req.headers.origin, req.headers.host, host.baseUrl))
    throw new ServiceError("forbidden", foreignOrigin(req.headers.origin, host.baseUrl));
  if (!isJson(req.headers["content-type"]))
    return refuseMessage(res, {
      status: 415,
      code: -32000,
      message: "The content type must be application/json.",
    });
  const read = await readMessage(req, auth.accountId);
  if ("refusal" in read) return refuseMessage(res, read.refusal);
  if (auth.kind === "grant") {
    const { toolsOf } = await import("./plugin-tools.js");
    const refused = unopened(auth, read.message, toolsOf(host));
    if (refused !== null) return refuseScope(res, auth, refused, host.baseUrl);
  }
  await onBehalfOf(auth.accountId, () => request.turns.take());
  const turn = new AnswerTurn(request.turns.longReads, {
    auth,
    res,
    isStillValid: () => authenticatorOf(host).recheck(auth),
  });
  try {
    await serve(host, request, { meta: metaOf(request, auth), turn }, read);
  } finally {
    turn.end();
  }
}

/** Chooses the handler by the message's form and protocol revision. */
async function serve(host: Host, request: EdgeRequest, asking: Asking, read: Read): Promise<void> {
  const { req, res } = request;
  const plain = read.wrong === null ? readPlain(req.headers, read.message) : null;
  if (plain !== null) {
    const { answerPlain } = await import("./answer-plain.js");
    if (await answerPlain(host, request, asking, plain)) return;
  }
  // The SDKs are loaded on demand: each takes some MB, and most processes never serve an agent.
  if (isStateless(read.message, req.headers["mcp-protocol-version"])) {
    if (read.wrong !== null) {
      const failed = failedCall(read.message, read.wrong, true);
      if (failed !== null) return answerJson(res, { status: 200, body: failed });
      return refuseMessage(res, { status: 400, code: -32600, message: read.wrong });
    }
    const { serveStateless } = await import("./serve-stateless.js");
    return serveStateless(host, request, asking, read.message);
  }
  const { serveMessage } = await import("./serve-message.js");
  await serveMessage(host, request, asking, read);
}

/**
 * Accepts a bearer token only: the session cookie does not open this route, so no page can use it (rules/mcp
 * 2).
 */
async function authenticate(host: Host, req: IncomingMessage): Promise<Auth | null> {
  const bearer = bearerOf(req.headers.authorization);
  if (bearer === null) return null;
  return authenticatorOf(host).authenticateAgent(bearer);
}

function metaOf({ req, requestId, client }: EdgeRequest, auth: Auth): CallMeta & { auth: Auth } {
  const key = req.headers["idempotency-key"];
  if (key !== undefined && (typeof key !== "string" || !IDEMPOTENCY_KEY.test(key)))
    throw invalidParams("Idempotency-Key must have 1 to 200 printable characters.");
  return { auth, requestId, client, idempotency: key === undefined ? null : { key, route: "POST /mcp" } };
}
