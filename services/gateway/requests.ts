import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Answers, endHalfSent } from "../../runtime/http/answers.js";
import { networksOf } from "../../runtime/http/client-network.js";
import { readBytes } from "../../runtime/http/read-bytes.js";
import { encodingFor, LEAST_BYTES } from "../../runtime/http/representation.js";
import { inPieces, PIECE_BYTES } from "../../runtime/http/send-in-pieces.js";
import type { Awake } from "../../runtime/process/clock.js";
import type { Logger } from "../../runtime/process/log.js";
import { commonHeaders, type RequestSeconds } from "./raw-requests.js";
import { stoppedMeanwhile, tooLarge } from "./refusals.js";
import { sendCoded } from "./send-coded.js";
import { unknownRoute } from "./unknown-route.js";

/**
 * Leaves `request.query` empty: the routes that have a query read it themselves, so checks/forbidden-code
 * bans `request.query`.
 */
export const noQuery = (): Record<string, never> => ({});

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Adds the hooks that run for each request of the framework before its route. Bodies stay bytes, because only
 * the owner of the route knows their form.
 */
export function beginRequests(app: FastifyInstance, answers: Answers, awake: Awake): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (request: FastifyRequest, payload: IncomingMessage) => {
    const { bodyLimit } = request.pluginRoute?.served ?? request.routeOptions;
    const owner = request.auth?.accountId ?? networksOf(request.ip);
    return readBytes(payload, bodyLimit, () => tooLarge(bodyLimit), { owner });
  });
  app.addHook("onRequest", (request, reply, done) => {
    // Headers that are set on the raw answer would take node:http's slow way of merging them.
    void reply.headers(commonHeaders(request.id));
    endHalfSent(request.raw, reply.raw);
    answers.begin(reply.raw);
    // An unknown address is refused here, because the framework's own handler comes after the body.
    if (request.is404) return done(unknownRoute(request));
    done(!READS.has(request.method) && awake.isBehind() ? stoppedMeanwhile() : undefined);
  });
}

/**
 * The content types of text: JSON, pages, styles, scripts, subtitles. Media are compressed already, and
 * streams of events never are.
 */
const TEXT =
  /^(?:text\/(?!event-stream)|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg)/;
const VARY = "accept-encoding";

/**
 * Compresses the gateway's own answers where their readers accept that (ADR-0067). The answers of raw routes
 * are not among them.
 */
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

/**
 * Tells whether an answer is sent uncompressed for its length: it is short, and the request names neither
 * `identity` nor `*`, by which it could refuse that.
 */
const goesAsItIs = (length: number, headers: IncomingHttpHeaders): boolean =>
  length < LEAST_BYTES && !/identity|\*/i.test(headers["accept-encoding"] ?? "");

function vary(reply: FastifyReply): void {
  const given = reply.getHeader("vary");
  if (given === undefined) void reply.header("vary", VARY);
  else if (!String(given).toLowerCase().includes(VARY))
    void reply.header("vary", `${String(given)}, ${VARY}`);
}

/**
 * Sends long answers of all routes in pieces, which count as unread until they are taken. Called after the
 * hooks that change answers, such as their compression.
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

/** Observes the duration of the framework's answers for `/metrics`. */
export function observeRequests(app: FastifyInstance, seconds: RequestSeconds): void {
  app.addHook("onResponse", ({ method, pluginRoute, routeOptions }, { statusCode, elapsedTime }, done) => {
    const route = pluginRoute?.path ?? routeOptions.url ?? "unknown";
    seconds.observe({ method, route, status: String(statusCode) }, elapsedTime / 1000);
    done();
  });
}
