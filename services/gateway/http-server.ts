import { randomUUID } from "node:crypto";
import fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { ServiceError } from "../../contracts/errors.js";
import { MAX_BODY_BYTES } from "../../contracts/limits.js";
import { endUnread } from "../../runtime/end-unread.js";
import type { Host } from "../../runtime/host.js";
import { renderError } from "../../runtime/errors/render.js";
import { trustedProxy } from "./trusted-proxy.js";

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/**
 * The HTTP server of a process: routing, request ids, raw bodies within the limit, one envelope for
 * every error. Routes decide about authentication before a body is read (decisions 2).
 */
export function makeHttpServer(host: Host): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxy(host.config.trustProxy),
    requestIdHeader: false,
    genReqId: ({ headers }) => {
      const given = headers["x-request-id"];
      // Nobody sorts by it, and random bytes for a v7 cost ten times as much.
      return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
    },
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    requestTimeout: 0,
    keepAliveTimeout: 72_000,
    frameworkErrors: (error, request, reply) => {
      // A path that does not decode, or an id longer than any: nothing is there.
      const isUnknown = error.code === "FST_ERR_BAD_URL" || error.code === "FST_ERR_MAX_PARAM_LENGTH";
      const { status, body } = renderError(isUnknown ? new ServiceError("not_found") : error, request.id);
      void (reply as unknown as FastifyReply).code(status).header("x-request-id", request.id).send(body);
    },
    clientErrorHandler: (_error, socket) => {
      const body = JSON.stringify({
        error: { code: "invalid_params", message: "The request is not valid HTTP." },
      });
      if (socket.writable)
        socket.end(
          `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
        );
    },
  });
  app.removeAllContentTypeParsers();
  // Bodies stay bytes: whoever owns the route knows what they are.
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  app.addHook("onRequest", (request, reply, done) => {
    // Headers set on the raw answer would take node:http's slow way of merging them.
    void reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    done();
  });
  app.setErrorHandler((thrown, request, reply) => {
    const error = fromFastify(thrown);
    const { status, headers, body, isExpected } = renderError(error, request.id);
    // The route, for an address may carry a token.
    const about = {
      err: thrown,
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
    };
    if (!isExpected) host.log.error(about, "a request failed");
    else if (!(error instanceof ServiceError)) host.log.warn(about, "a request met a part that is away");
    // The framework closes at once after a body that it did not read to its end.
    void reply.removeHeader("connection");
    endUnread(request.raw, reply.raw);
    void reply
      .code(status)
      .headers(headers)
      .header("content-type", "application/json; charset=utf-8")
      .send(JSON.stringify(body));
  });
  app.setNotFoundHandler((request, reply) => {
    const { status, body } = renderError(
      new ServiceError("not_found", `There is no ${request.method} ${request.url.split("?")[0]}.`),
      request.id,
    );
    endUnread(request.raw, reply.raw);
    void reply
      .code(status)
      .header("content-type", "application/json; charset=utf-8")
      .send(JSON.stringify(body));
  });
  return app;
}

/** Faults of the framework while it reads a body are the caller's. */
function fromFastify(thrown: unknown): unknown {
  const { code, statusCode } = thrown as { code?: string; statusCode?: number };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return tooLarge();
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

export const tooLarge = () => new ServiceError("payload_too_large", "The body is over 32 MB.");
