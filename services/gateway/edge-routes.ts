import type { FastifyInstance, HTTPMethods } from "fastify";
import type { IncomingMessage, ServerResponse } from "node:http";
import { answerJson } from "../../runtime/http/answer-json.js";
import { onBehalfOf } from "../../runtime/concurrency/caller.js";
import type { EdgeRequest, EdgeRoute } from "../../runtime/http/edge.js";
import { renderError } from "../../runtime/errors/render.js";
import type { Logger } from "../../runtime/process/log.js";
import { askedOf } from "./call-contract.js";
import { isClientLeft } from "./client-left.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The raw route that a request has come to. */
    edge?: EdgeRoute;
  }
}

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
        config: { edge: route },
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

/** A request as raw routes get it. */
export class RawRequest implements EdgeRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestId: string;
  readonly client: string;
  readonly called: string | null;
  #query: URLSearchParams | null = null;

  constructor({
    req,
    res,
    params,
    headers,
    requestId,
    client,
    called,
  }: Omit<EdgeRequest, "method" | "query">) {
    this.req = req;
    this.res = res;
    this.method = req.method ?? "";
    this.params = params;
    this.headers = headers;
    this.requestId = requestId;
    this.client = client;
    this.called = called;
  }

  /** Read by who needs it: an answer that is kept is found by its URL. */
  get query(): URLSearchParams {
    const { url = "" } = this.req;
    return (this.#query ??= new URLSearchParams(url.includes("?") ? url.slice(url.indexOf("?")) : ""));
  }
}
