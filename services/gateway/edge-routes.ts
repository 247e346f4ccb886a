import type { FastifyInstance, HTTPMethods } from "fastify";
import type { ServerResponse } from "node:http";
import { answerJson } from "../../runtime/answer-json.js";
import { onBehalfOf } from "../../runtime/caller.js";
import type { EdgeRequest, EdgeRoute } from "../../runtime/edge.js";
import { renderError } from "../../runtime/errors/render.js";
import type { Logger } from "../../runtime/log.js";
import { askedOf } from "./asked.js";
import { isClientLeft } from "./client-left.js";
import { RawRequest } from "./raw-request.js";

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
          const { id: requestId, ip: client } = request;
          const { called } = askedOf(request);
          const params = request.params as Record<string, string>;
          const headers = { ...(reply.getHeaders() as Record<string, string>), ...route.headers };
          await answerRaw(
            route,
            new RawRequest({ req: request.raw, res: reply.raw, params, headers, requestId, client, called }),
            log,
          );
        },
      });
    }
  });
}

/** Has a raw route answer a request, with an error's envelope if need be. */
export async function answerRaw(route: EdgeRoute, request: EdgeRequest, log: Logger): Promise<void> {
  const { res, headers } = request;
  const setHeaders = () => res.setHeaders(new Map(Object.entries(headers)));
  if (route.headers === undefined) setHeaders();
  try {
    await onBehalfOf(route.path, () => route.handle(request));
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
