import type { OutgoingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ServiceError } from "../../contracts/errors.js";
import { renderError } from "../../runtime/errors/render.js";
import { endUnread, isUnread } from "../../runtime/http/end-unread.js";
import type { Host } from "../../runtime/process/host.js";
import { isClientLeft } from "./client-left.js";

/** Returns the answer to an error that a request threw, and logs errors that nobody expected. */
export function renderThrown(
  host: Pick<Host, "log">,
  thrown: unknown,
  request: FastifyRequest,
): ReturnType<typeof renderError> {
  const error = fromFastify(thrown);
  const rendered = renderError(error, request.id);
  // The log has the route, because an address may carry a token.
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

/**
 * Returns the refusal of a writing request that waited while the process stood still: its client may have
 * given up, and saved something newer elsewhere.
 */
export const stoppedMeanwhile = () =>
  new ServiceError(
    "unavailable",
    "The process was blocked, and this request was not executed. Repeat the request.",
    { details: { retryAfterSeconds: 2 } },
  );

const MB = 1024 * 1024;

interface Refusal {
  status: number;
  headers?: Record<string, string>;
  body: object;
}

/** Sends the envelope of an error. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers = {}, body }: Refusal,
): void {
  const type = { "content-type": "application/json; charset=utf-8" };
  sendText(request, reply, { status, headers: { ...headers, ...type }, text: JSON.stringify(body) });
}

/**
 * Sends an answer to a request whose body may still be on its way; then the connection is closed after the
 * answer.
 */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, text }: { status: number; headers: Record<string, string>; text: string },
): void {
  void reply.code(status).headers(headers);
  if (!isUnread(request.raw)) {
    // The framework ends the connection after any body that it did not read to its end.
    void reply.removeHeader("connection").send(text);
    return;
  }
  void reply.header("connection", "close").header("content-length", Buffer.byteLength(text)).hijack();
  reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders);
  endUnread(request.raw, reply.raw, text);
}

/** Returns the framework's errors while it reads a body as errors of the caller. */
export function fromFastify(thrown: unknown): unknown {
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
