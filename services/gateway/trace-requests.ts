import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Host } from "../../runtime/process/host.js";
import { isTraced, traced } from "../../runtime/process/tracing/tracer.js";
import { callerTraces } from "./caller-traces.js";

/** The routes that are called all the time, and whose spans tell nothing. */
const QUIET = ["/livez", "/readyz", "/metrics"];

/** Makes a span of every request that the framework answers; all work that the request causes runs in it. */
export function traceRequests(app: FastifyInstance, host: Pick<Host, "config" | "keys">): void {
  if (!isTraced()) return;
  const traceOf = callerTraces(host);
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    if (QUIET.includes(route)) return done();
    traceRequest(request.raw, reply.raw, { route, requestId: request.id, traceOf }, () => done());
  });
}

/** Makes a span of one request. A caller that traces sends `traceparent` (W3C), of which `traceOf` makes use. */
export function traceRequest(
  req: IncomingMessage,
  res: ServerResponse,
  {
    route,
    requestId,
    traceOf,
  }: { route: string; requestId: string; traceOf: ReturnType<typeof callerTraces> },
  work: () => void,
): void {
  const { method = "" } = req;
  const attributes = { "http.request.method": method, "http.route": route, "kiln.request_id": requestId };
  const options = {
    kind: "server",
    isRoot: true,
    ...traceOf(req),
    attributes,
  } as const;
  void traced(`${method} ${route}`, options, async (span) => {
    const ended = new Promise<void>((resolve) => res.once("close", resolve));
    work();
    await ended;
    span?.set({ "http.response.status_code": res.statusCode });
  });
}
