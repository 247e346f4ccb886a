import type { Histogram } from "prom-client";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { pathNames } from "../../contracts/contract.js";
import { onBehalfOf } from "../../runtime/concurrency/current-call.js";
import { renderError } from "../../runtime/errors/render.js";
import { answerJson } from "../../runtime/http/answer-json.js";
import { type Answers, endHalfSent } from "../../runtime/http/answers.js";
import { networksOf } from "../../runtime/http/client-network.js";
import type { EdgeRequest, EdgeRoute, EdgeTurns } from "../../runtime/http/edge.js";
import type { Logger } from "../../runtime/process/log.js";
import { isTraced } from "../../runtime/process/tracing/tracer.js";
import { isClientLeft } from "./client-left.js";
import type { callerTraces } from "./caller-traces.js";
import { traceRequest } from "./trace-requests.js";

/** The duration of answers in seconds, by route, method and status. */
export type RequestSeconds = Histogram<"method" | "route" | "status">;

const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
const METHODS = ["GET", "HEAD", "POST"];
const JSON_TYPE = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * Answers direct routes before the framework has the request: where the answer is at hand, the framework's
 * routing, hooks, request and reply would be a tenth of the work. All other requests go through the framework
 * to the same route: an address that is written differently, a preflight, a body of another type, anything
 * while the server closes.
 */
export function answerDirectly(
  app: FastifyInstance,
  routes: readonly EdgeRoute[],
  {
    log,
    seconds,
    answers,
    turns,
    traceOf,
  }: {
    log: Logger;
    seconds: RequestSeconds;
    answers: Answers;
    turns: EdgeTurns;
    traceOf: ReturnType<typeof callerTraces>;
  },
): void {
  const direct = routes.filter(({ isDirect }) => isDirect).map(matcherOf);
  // Listeners that only watch requests were added before the framework's own.
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
        new RawRequest({ req, res, params, headers, requestId, client: "", called: null, turns }),
        log,
      );
    if (areTraced) traceRequest(req, res, { route: route.path, requestId, traceOf }, answer);
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

/** Returns the caller's request id if it has the form of one, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  // Nobody sorts by it, and the random bytes of a v7 cost ten times as much.
  return typeof given === "string" && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Returns the headers of every answer. A route whose answers may be cached sets `cache-control` itself. */
export const commonHeaders = (requestId: string) => ({
  "x-request-id": requestId,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});

/** Lets a raw route answer a request; an error is answered with the envelope. */
export async function answerRaw(route: EdgeRoute, request: EdgeRequest, log: Logger): Promise<void> {
  const { res, headers } = request;
  const setHeaders = () => res.setHeaders(new Map(Object.entries(headers)));
  if (route.headers === undefined) setHeaders();
  try {
    const site = request.client === "" ? undefined : networksOf(request.client).site;
    await onBehalfOf(route.path, () => route.handle(request), site);
  } catch (error) {
    if (!res.headersSent) setHeaders();
    if (isClientLeft(error, request.req)) return void res.destroy();
    fail(res, error, request.requestId, log);
  }
}

function fail(res: ServerResponse, error: unknown, requestId: string, log: Logger): void {
  const { status, headers, body, isExpected } = renderError(error, requestId);
  if (!isExpected) log.error({ err: error, requestId }, "a raw request failed");
  if (res.headersSent) return void res.destroy();
  answerJson(res, { status, headers, body });
}

/** A request in the form of raw routes. */
export class RawRequest implements EdgeRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly client: string;
  readonly called: string | null;
  readonly turns: EdgeTurns;
  #query: URLSearchParams | null = null;

  constructor({
    req,
    res,
    params,
    headers,
    requestId,
    client,
    called,
    turns,
  }: Omit<EdgeRequest, "method" | "query">) {
    this.req = req;
    this.res = res;
    this.method = req.method ?? "";
    this.params = params;
    this.headers = headers;
    this.requestId = requestId;
    this.client = client;
    this.called = called;
    this.turns = turns;
  }

  /** The query, parsed when it is first needed: an answer that is kept is found by its URL. */
  get query(): URLSearchParams {
    const { url = "" } = this.req;
    return (this.#query ??= new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?")) : ""));
  }
}
