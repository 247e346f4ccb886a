import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { isTraced, traced } from "../../runtime/process/tracing/tracer.js";

/** The routes that are called all the time, and whose spans tell nothing. */
const QUIET = ["/livez", "/readyz", "/metrics"];

/** Makes a span of every request that the framework answers; all work that the request causes runs in it. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTraced()) return;
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    if (QUIET.includes(route)) return done();
    traceRequest(request.raw, reply.raw, { route, requestId: request.id }, () => done());
  });
}

/** Makes a span of one request. A caller that traces sends `traceparent` (W3C). */
export function traceRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { route, requestId }: { route: string; requestId: string },
  work: () => void,
): void {
  const { method = "" } = req;
  const { traceparent } = req.headers;
  const attributes = { "http.request.method": method, "http.route": route, "kiln.request_id": requestId };
  const options = {
    kind: "server",
    isRoot: true,
    parent: typeof traceparent === "string" ? traceparent : null,
    attributes,
  } as const;
  void traced(`${method} ${route}`, options, async (span) => {
    const ended = new Promise<void>((resolve) => res.once("close", resolve));
    work();
    await ended;
    span?.set({ "http.response.status_code": res.statusCode });
  });
}
