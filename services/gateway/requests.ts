import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Histogram } from "prom-client";
import { pathNames } from "../../contracts/contract.js";
import { type Answers, endHalfSent } from "../../runtime/http/answers.js";
import { encodingFor, LEAST_BYTES } from "../../runtime/http/representation.js";
import { networksOf } from "../../runtime/http/client-network.js";
import type { EdgeRoute } from "../../runtime/http/edge.js";
import { readBytes } from "../../runtime/http/read-bytes.js";
import { inPieces, PIECE_BYTES } from "../../runtime/http/send-in-pieces.js";
import type { Awake } from "../../runtime/process/clock.js";
import type { Logger } from "../../runtime/process/log.js";
import { isTraced } from "../../runtime/process/tracing/tracer.js";
import { sendCoded } from "./send-coded.js";
import { answerRaw, RawRequest } from "./raw-request.js";
import { stoppedMeanwhile, tooLarge } from "./refusals.js";
import { traceRequest } from "./trace-requests.js";
import { unknownRoute } from "./unknown-route.js";

const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
const METHODS = ["GET", "HEAD", "POST"];
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * Answers direct routes before the framework has the request: where the answer is at hand, its routing, hooks, request
 * and reply would be a tenth of the work. Whatever is not plainly such a request goes the framework's way to the same
 * route: an address that is written differently, a preflight, a body of another type, anything while the server closes.
 */
export function answerDirectly(
  app: FastifyInstance,
  routes: readonly EdgeRoute[],
  { log, seconds, answers }: { log: Logger; seconds: RequestSeconds; answers: Answers },
): void {
  const direct = routes.filter(({ isDirect }) => isDirect).map(matcherOf);
  // listeners that only watch requests were added before the framework's own
  const framework = (app.server.listeners("request") as RequestListener[]).at(-1);
  if (framework === undefined) throw new Error("The framework does not listen for requests.");
  const areTraced = isTraced();
  let isClosing = false;
  app.addHook("preClose", (done) => {
    isClosing = true;
    done();
  });
  app.server.off("request", framework).on("request", (req, res) => {
    const { method = "", url = "" } = req;
    const matched = isClosing || !isPlain(req) ? undefined : match(direct, method, url);
    if (matched === undefined) return framework(req, res);
    const { route, params } = matched;
    const started = performance.now();
    res.on("finish", () => {
      const took = (performance.now() - started) / 1000;
      seconds.observe({ method, route: route.path, status: String(res.statusCode) }, took);
    });
    endHalfSent(req, res);
    answers.begin(res);
    const requestId = requestIdOf(req);
    const headers = { ...commonHeaders(requestId), ...route.headers };
    const answer = () =>
      void answerRaw(
        route,
        new RawRequest({ req, res, params, headers, requestId, client: "", called: null }),
        log,
      );
    if (areTraced) traceRequest(req, res, { route: route.path, requestId }, answer);
    else answer();
  });
}

interface Matcher {
  route: EdgeRoute;
  pattern: RegExp;
  names: readonly string[];
}

const matcherOf = (route: EdgeRoute): Matcher => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, `(${UUID})`)}(?:\\?|$)`),
  names: pathNames(route.path),
});

const isPlain = ({ method = "", headers }: IncomingMessage): boolean =>
  METHODS.includes(method) && (method !== "POST" || JSON_TYPE.test(headers["content-type"] ?? ""));

function match(
  direct: readonly Matcher[],
  method: string,
  url: string,
): { route: EdgeRoute; params: Record<string, string> } | undefined {
  for (const { route, pattern, names } of direct) {
    const found = pattern.exec(url);
    if (found === null || !route.methods.includes(method)) continue;
    const params: Record<string, string> = {};
    for (const [at, name] of names.entries()) params[name] = found[at + 1] ?? "";
    return { route, params };
  }
  return undefined;
}

const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The caller's, if it looks like one, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  // Nobody sorts by it, and random bytes for a v7 cost ten times as much.
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Headers of every answer. A route whose answers may be cached sets `cache-control` itself. */
const commonHeaders = (requestId: string) => ({
  "x-request-id": requestId,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});

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
