import fastify, { type FastifyInstance } from "fastify";
import { ServiceError } from "../../contracts/errors.js";
import { MAX_BODY_BYTES } from "../../contracts/limits.js";
import { Answers } from "../../runtime/http/answers.js";
import { Awake } from "../../runtime/process/clock.js";
import { watchConnections } from "../../runtime/http/drain-http.js";
import { continueWhenRead } from "../../runtime/http/expect-continue.js";
import { closeIdle, KEPT_BEYOND_MS, KEPT_MS } from "../../runtime/http/idle-connections.js";
import { renderError } from "../../runtime/errors/render.js";
import type { Host } from "../../runtime/process/host.js";
import { fromFastify, renderThrown, sendError, sendText } from "./refusals.js";
import { HEADERS_MS, refuseBroken } from "./refuse-broken.js";
import { requestIdOf } from "./raw-requests.js";
import { beginRequests, noQuery } from "./requests.js";
import { traceRequests } from "./trace-requests.js";
import { trustedProxy } from "./trusted-proxy.js";

/**
 * Makes the HTTP server of a process: routing, request ids, raw bodies within the limit, and one envelope for
 * every error. Routes decide about authentication before a body is read (rules/edge 11).
 */
export function makeHttpServer(
  host: Pick<Host, "config" | "keys" | "log" | "draining">,
  awake = new Awake(),
): { app: FastifyInstance; answers: Answers } {
  const app: FastifyInstance = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxy(host.config.trustProxy),
    requestIdHeader: false,
    genReqId: requestIdOf,
    routerOptions: {
      maxParamLength: 500,
      ignoreTrailingSlash: false,
      querystringParser: noQuery,
    },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout: 0,
    keepAliveTimeout: KEPT_MS,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: 2_000,
      keepAliveTimeoutBuffer: KEPT_BEYOND_MS,
    },
    frameworkErrors: (error, request, reply) => {
      // An address that does not decode, or has an id longer than any, leads to nothing.
      const isUnknown = error.code === "FST_ERR_BAD_URL" || error.code === "FST_ERR_MAX_PARAM_LENGTH";
      const { status, body } = renderError(isUnknown ? new ServiceError("not_found") : error, request.id);
      void reply.header("x-request-id", request.id);
      sendError(request, reply, { status, body });
    },
    clientErrorHandler: ({ code }, socket) => refuseBroken(app.server, code, socket),
  });
  closeIdle(app.server);
  const answers = new Answers(host.draining);
  watchConnections(app.server, answers);
  continueWhenRead(app.server);
  app.addHook("onClose", async () => awake.stop());
  traceRequests(app, host);
  beginRequests(app, answers, awake);
  app.setErrorHandler((thrown, request, reply) => {
    const rendered = renderThrown(host, thrown, request);
    const { edge } = request.routeOptions.config;
    const own = edge?.refusal?.(fromFastify(thrown), { req: request.raw, requestId: request.id });
    if (own === undefined) sendError(request, reply, rendered);
    else sendText(request, reply, own);
  });
  return { app, answers };
}
