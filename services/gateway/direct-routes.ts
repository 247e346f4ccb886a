import type { FastifyInstance } from "fastify";
import type { IncomingMessage, RequestListener } from "node:http";
import { performance } from "node:perf_hooks";
import { type Answers, endHalfSent } from "../../runtime/http/answers.js";
import { pathNames } from "../../contracts/contract.js";
import type { EdgeRoute } from "../../runtime/http/edge.js";
import type { Logger } from "../../runtime/process/log.js";
import { answerRaw, commonHeaders, RawRequest, requestIdOf } from "./edge-routes.js";
import type { ObserveRequest } from "./metrics-routes.js";
import { isTraced } from "../../runtime/process/tracing/tracer.js";
import { traceRequest } from "./trace-requests.js";

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
  { log, observe, answers }: { log: Logger; observe: ObserveRequest; answers: Answers },
): void {
  const direct = routes.filter(({ isDirect }) => isDirect).map(matcherOf);
  // what only watches requests stands before it
  const framework = (app.server.listeners("request") as RequestListener[]).at(-1);
  if (framework === undefined) throw new Error("The framework does not listen for requests.");
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
    res.on("finish", () =>
      observe({ method, route: route.path, status: res.statusCode }, performance.now() - started),
    );
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
    if (isTraced()) traceRequest(req, res, { route: route.path, requestId }, answer);
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
