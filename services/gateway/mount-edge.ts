import type { FastifyInstance, HTTPMethods } from "fastify";
import type { EdgeRoute, EdgeTurns } from "../../runtime/http/edge.js";
import type { Logger } from "../../runtime/process/log.js";
import { askedOf } from "./call-contract.js";
import { answerRaw, RawRequest } from "./raw-requests.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The raw route of the request. */
    edge?: EdgeRoute;
  }
}

/** Mounts raw routes: their bodies are not read here, and they write their own answers. */
export async function mountEdge(
  app: FastifyInstance,
  routes: readonly EdgeRoute[],
  { log, turns }: { log: Logger; turns: EdgeTurns },
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
        config: { edge: route },
        handler: async (request, reply) => {
          reply.hijack();
          const { id: requestId, ip: client } = request;
          const { called } = askedOf(request);
          const params = request.params as Record<string, string>;
          const headers = { ...(reply.getHeaders() as Record<string, string>), ...route.headers };
          await answerRaw(
            route,
            new RawRequest({
              req: request.raw,
              res: reply.raw,
              params,
              headers,
              requestId,
              client,
              called,
              turns,
            }),
            log,
          );
        },
      });
    }
  });
}
