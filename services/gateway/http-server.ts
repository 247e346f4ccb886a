import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { ServiceError } from "../../contracts/errors.js";
import { MAX_BODY_BYTES } from "../../contracts/limits.js";
import { clientNetwork } from "../../runtime/http/client-network.js";
import { endHalfSent, Answers } from "../../runtime/http/answers.js";
import { Awake } from "../../runtime/process/clock.js";
import { watchConnections } from "../../runtime/http/drain-http.js";
import { endUnread, isUnread } from "../../runtime/http/end-unread.js";
import { continueWhenRead } from "../../runtime/http/expect-continue.js";
import { countHeads } from "../../runtime/http/heads-in-time.js";
import { closeIdle, KEPT_BEYOND_MS, KEPT_MS } from "../../runtime/http/idle-connections.js";
import { readBytes } from "../../runtime/http/read-bytes.js";
import type { Host } from "../../runtime/process/host.js";
import { renderError } from "../../runtime/errors/render.js";
import { isClientLeft } from "./client-left.js";
import { traceRequests } from "./trace-requests.js";
import { commonHeaders, requestIdOf } from "./edge-routes.js";
import { HEADERS_MS, refuseBroken } from "./refuse-broken.js";
import { unknownRoute } from "./unknown-route.js";

import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";

/**
 * The HTTP server of a process: routing, request ids, raw bodies within the limit, one envelope for
 * every error. Routes decide about authentication before a body is read (rules/edge 11).
 */
export function makeHttpServer(host: Host, awake = new Awake()): { app: FastifyInstance; answers: Answers } {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxy(host.config.trustProxy),
    requestIdHeader: false,
    genReqId: requestIdOf,
    routerOptions: {
      maxParamLength: 500,
      ignoreTrailingSlash: false,
      // Read by the routes that have one: `request.query` is empty, so checks/forbidden-code bans it.
      querystringParser: () => ({}),
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
      // A path that does not decode, or an id longer than any: nothing is there.
      const isUnknown = error.code === "FST_ERR_BAD_URL" || error.code === "FST_ERR_MAX_PARAM_LENGTH";
      const { status, body } = renderError(isUnknown ? new ServiceError("not_found") : error, request.id);
      void reply.header("x-request-id", request.id);
      sendError(request, reply, { status, body });
    },
    clientErrorHandler: ({ code }, socket) => refuseBroken(code, socket),
  });
  closeIdle(app.server);
  countHeads(app.server);
  const answers = new Answers(host.draining);
  watchConnections(app.server, answers);
  continueWhenRead(app.server);
  app.removeAllContentTypeParsers();
  // Bodies stay bytes: the owner of the route knows what they are.
  app.addContentTypeParser("*", (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit } = request.pluginRoute?.served ?? request.routeOptions;
    const owner = request.auth?.accountId ?? clientNetwork(request.ip);
    return readBytes(payload, bodyLimit, () => tooLarge(bodyLimit), { owner });
  });
  app.addHook("onClose", async () => awake.stop());
  traceRequests(app);
  app.addHook("onRequest", (request, reply, done) => {
    // Headers set on the raw answer would take node:http's slow way of merging them.
    void reply.headers(commonHeaders(request.id));
    endHalfSent(request.raw, reply.raw);
    answers.begin(reply.raw);
    // Here already, for the framework's own handler comes after the body.
    if (request.is404) return done(unknownRoute(request));
    done(!READS.has(request.method) && awake.isBehind() ? stoppedMeanwhile() : undefined);
  });
  app.setErrorHandler((thrown, request, reply) => {
    const rendered = renderThrown(host, thrown, request);
    const { edge } = request.routeOptions.config;
    const own = edge?.refusal?.(fromFastify(thrown), { req: request.raw, requestId: request.id });
    if (own === undefined) sendError(request, reply, rendered);
    else sendText(request, reply, own);
  });
  return { app, answers };
}

/** What the caller is told of whatever a request threw; the log is told of what nobody expected. */
export function renderThrown(
  host: Pick<Host, "log">,
  thrown: unknown,
  request: FastifyRequest,
): ReturnType<typeof renderError> {
  const error = fromFastify(thrown);
  const rendered = renderError(error, request.id);
  // The route, for an address may carry a token.
  const about = {
    err: thrown,
    requestId: request.id,
    method: request.method,
    route: request.pluginRoute?.path ?? request.routeOptions.url,
  };
  if (isClientLeft(thrown, request.raw)) host.log.debug(about, "a client left");
  else if (!rendered.isExpected) host.log.error(about, "a request failed");
  else if (!(error instanceof ServiceError)) host.log.warn(about, "a request met a part that is away");
  return rendered;
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Who sent it may have given up, and saved something newer elsewhere. */
const stoppedMeanwhile = () =>
  new ServiceError(
    "unavailable",
    "The service stood still, and what waited for it meanwhile is not done. Repeat the request.",
    { details: { retryAfterSeconds: 2 } },
  );

const MB = 1024 * 1024;

interface Refusal {
  status: number;
  headers?: Record<string, string>;
  body: object;
}

/** Sends the envelope. */
function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers = {}, body }: Refusal,
): void {
  const type = { "content-type": "application/json; charset=utf-8" };
  sendText(request, reply, { status, headers: { ...headers, ...type }, text: JSON.stringify(body) });
}

/** Sends an answer to a request whose body may still be to come: then the connection ends behind it. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, text }: { status: number; headers: Record<string, string>; text: string },
): void {
  void reply.code(status).headers(headers);
  if (!isUnread(request.raw)) {
    // The framework ends the connection behind any body that it did not read to its end.
    void reply.removeHeader("connection").send(text);
    return;
  }
  void reply.header("connection", "close").header("content-length", Buffer.byteLength(text)).hijack();
  reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders);
  endUnread(request.raw, reply.raw, text);
}

/** Faults of the framework while it reads a body are the caller's. */
function fromFastify(thrown: unknown): unknown {
  const { code, statusCode } = thrown as { code?: string; statusCode?: number };
  if (
    typeof code === "string" &&
    code.startsWith("FST_ERR_CTP") &&
    statusCode !== undefined &&
    statusCode < 500
  ) {
    return new ServiceError(
      "invalid_params",
      "The body could not be read: its length or content type is not right.",
    );
  }
  return thrown;
}

export const tooLarge = (bytes: number) =>
  new ServiceError(
    "payload_too_large",
    `The body is over ${bytes < MB ? `${bytes / 1024} KB` : `${bytes / MB} MB`}.`,
  );

/** What TRUST_PROXY means to the HTTP framework: nothing, everything, a number of hops, or addresses. */
function trustedProxy(text: string | null): boolean | string | ((address: string, hop: number) => boolean) {
  if (text === null || text === "false" || text === "0") return false;
  if (text === "true") return true;
  if (!/^\d+$/.test(text)) return text;
  const hops = Number(text);
  return (_address, hop) => hop < hops;
}
