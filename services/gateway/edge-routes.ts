import type { FastifyInstance, FastifyRequest, HTTPMethods } from "fastify";
import type { ServerResponse } from "node:http";
import { answerJson } from "../../runtime/answer-json.js";
import type { EdgeRequest, EdgeRoute } from "../../runtime/edge.js";
import { renderError } from "../../runtime/errors/render.js";
import type { Logger } from "../../runtime/log.js";

/** Mounts raw routes: their bodies are not read here, and they answer for themselves. */
export async function mountEdge(
  app: FastifyInstance,
  routes: readonly EdgeRoute[],
  log: Logger,
): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", (_request, _payload, done) => done(null));
    for (const route of routes) {
      raw.route({
        method: [...route.methods] as HTTPMethods[],
        url: route.path,
        exposeHeadRoute: false,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        handler: async (request, reply) => {
          reply.hijack();
          const { raw: res } = reply;
          const headers = { ...(reply.getHeaders() as Record<string, string>), ...route.headers };
          const setHeaders = () => res.setHeaders(new Map(Object.entries(headers)));
          if (route.headers === undefined) setHeaders();
          try {
            await route.handle(edgeRequestOf(request, res, headers));
          } catch (error) {
            if (!res.headersSent) setHeaders();
            fail(res, error, request.id, log);
          }
        },
      });
    }
  });
}

function edgeRequestOf(
  request: FastifyRequest,
  res: ServerResponse,
  headers: Readonly<Record<string, string>>,
): EdgeRequest {
  const { url } = request;
  let query: URLSearchParams | undefined;
  return {
    req: request.raw,
    res,
    headers,
    method: request.method,
    params: request.params as Record<string, string>,
    // read by who needs it: an answer that is kept is found by its URL
    get query() {
      return (query ??= new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?")) : ""));
    },
    requestId: request.id,
    client: request.ip,
  };
}

function fail(res: ServerResponse, error: unknown, requestId: string, log: Logger): void {
  const { status, headers, body, isExpected } = renderError(error, requestId);
  if (!isExpected) log.error({ err: error, requestId }, "a raw request failed");
  if (res.headersSent) return void res.destroy();
  answerJson(res, { status, headers, body });
}
