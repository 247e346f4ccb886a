import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { askedOf, slidCookie } from "../call-contract.js";
import type { Means } from "../contract-routes.js";
import { unknownRoute } from "../unknown-route.js";
import { write } from "./answer.js";
import type { External } from "./open-external.js";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Mounts the routes of external services below `/v1/x`. Their bodies are read after the credential, by the
 * service.
 */
export async function mountExternal(app: FastifyInstance, external: External, means: Means): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", (_request, _payload, done) => done(null));
    raw.route({
      method: METHODS,
      url: "/v1/x/*",
      exposeHeadRoute: false,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      handler: (request, reply) => answer(request, reply, external, means),
    });
  });
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  external: External,
  { host, authenticator }: Means,
): Promise<FastifyReply> {
  const asked = askedOf(request);
  const isHttps = host.baseUrl.startsWith("https:");
  const given = await external.ask(request.raw, reply.raw, {
    asked,
    requestId: request.id,
    unknown: () => unknownRoute(request),
    admitted: (auth) => {
      const cookie = slidCookie(authenticator, auth, asked, isHttps);
      if (cookie !== null) void reply.header("set-cookie", cookie);
    },
  });
  const { status, headers, body } = write(given);
  return reply.code(status).headers(headers).send(body);
}
