import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { isTraced, traced } from "../../runtime/process/tracing/tracer.js";

/** What is asked all the time, and tells nothing. */
const QUIET = ["/livez", "/readyz", "/metrics"];

/** Makes every request that the framework answers a span, in which all that it causes runs. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTraced()) return;
  app.addHook("onRequest", (request, reply, done) => {
    const route = request.routeOptions.url ?? "unknown";
    if (QUIET.includes(route)) return done();
    traceRequest(request.raw, reply.raw, { route, requestId: request.id }, () => done());
  });
}

/** The same of one request; a caller that traces says so by `traceparent` (W3C). */
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
