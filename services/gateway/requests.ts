import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Histogram } from "prom-client";
import { type Answers, endHalfSent } from "../../runtime/http/answers.js";
import { networksOf } from "../../runtime/http/client-network.js";
import { readBytes } from "../../runtime/http/read-bytes.js";
import { encodingFor, LEAST_BYTES } from "../../runtime/http/representation.js";
import { inPieces, PIECE_BYTES } from "../../runtime/http/send-in-pieces.js";
import type { Awake } from "../../runtime/process/clock.js";
import type { Logger } from "../../runtime/process/log.js";
import { commonHeaders } from "./raw-requests.js";
import { stoppedMeanwhile, tooLarge } from "./refusals.js";
import { sendCoded } from "./send-coded.js";
import { unknownRoute } from "./unknown-route.js";

/** The query of a request is read by the routes that have one: `request.query` is empty, so checks/forbidden-code bans it. */
export const noQuery = (): Record<string, never> => ({});

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** What each request of the framework meets before its route. Bodies stay bytes: the owner of the route knows what they are. */
export function beginRequests(app: FastifyInstance, answers: Answers, awake: Awake): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit } = request.pluginRoute?.served ?? request.routeOptions;
    const owner = request.auth?.accountId ?? networksOf(request.ip);
    return readBytes(payload, bodyLimit, () => tooLarge(bodyLimit), { owner });
  });
  app.addHook("onRequest", (request, reply, done) => {
    // Headers set on the raw answer would take node:http's slow way of merging them.
    void reply.headers(commonHeaders(request.id));
    endHalfSent(request.raw, reply.raw);
    answers.begin(reply.raw);
    // Here already, for the framework's own handler comes after the body.
    if (request.is404) return done(unknownRoute(request));
    done(!READS.has(request.method) && awake.isBehind() ? stoppedMeanwhile() : undefined);
  });
}

/** What is text: JSON, pages, styles, scripts, subtitles. Media are compressed already, and streams of events are never. */
const TEXT =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg)/;
const VARY = "accept-encoding";

/** Has the gateway's own answers compressed where their readers accept that (ADR-0067). Raw routes are not among them. */
export function compressAnswers(app: FastifyInstance, log: Logger): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    const type = reply.getHeader("content-type");
    if (typeof type !== "string" || !TEXT.test(type)) return done(null, payload);
    vary(reply);
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done(null, payload);
    const asItIs = reply.hasHeader("content-encoding") || goesAsItIs(payload.length, request.headers);
    const encoding = asItIs
      ? null
      : encodingFor(request.headers, payload.length, {
          setsCookie: reply.hasHeader("set-cookie"),
          isPublic: String(reply.getHeader("cache-control")).startsWith("public"),
        });
    if (encoding === null) done(null, payload);
    else sendCoded(reply, payload, { encoding, log, done });
  });
}

/** Whether an answer is sent uncompressed for its length: it is short, and the request names neither `identity` nor `*`, by which it could refuse that. */
const goesAsItIs = (length: number, headers: IncomingHttpHeaders): boolean =>
  length < LEAST_BYTES && !/identity|\*/i.test(headers["accept-encoding"] ?? "");

function vary(reply: FastifyReply): void {
  const given = reply.getHeader("vary");
  if (given === undefined) void reply.header("vary", VARY);
  else if (!String(given).toLowerCase().includes(VARY))
    void reply.header("vary", `${String(given)}, ${VARY}`);
}

/**
 * Has long answers given to their connections in pieces, as unread ones until they are taken, whatever route made them. Called
 * after the hooks that change answers, such as their compression.
 */
export function paceAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    const isText = typeof payload === "string";
    if (!(isText || Buffer.isBuffer(payload)) || payload.length <= PIECE_BYTES) return done(null, payload);
    const body = isText ? Buffer.from(payload) : payload;
    void reply.header("content-length", body.length);
    done(null, inPieces(reply.raw, body));
  });
}

/** How long answers take, in seconds, by route, method and status. */
export type RequestSeconds = Histogram<"method" | "route" | "status">;

/** Notes for `/metrics` how long the framework's answers take. */
export function observeRequests(app: FastifyInstance, seconds: RequestSeconds): void {
  app.addHook("onResponse", ({ method, pluginRoute, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = pluginRoute?.path ?? routeOptions.url ?? "unknown";
    seconds.observe({ method, route, status: String(statusCode) }, elapsedTime / 1000);
    done();
  });
}
