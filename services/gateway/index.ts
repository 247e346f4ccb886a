import type { FastifyInstance, FastifyReply } from "fastify";
import type { EdgeRoute } from "../../runtime/http/edge.js";
import type { Awake } from "../../runtime/process/clock.js";
import type { Host } from "../../runtime/process/host.js";
import { compressAnswers } from "./compress-answers.js";
import { mountHealth, type Readiness } from "./health-routes.js";
import { makeHttpServer } from "./http-server.js";
import { openMetricsPort } from "./metrics-routes.js";
import { inPieces, PIECE_BYTES } from "../../runtime/http/send-in-pieces.js";

export interface EdgeOptions {
  /** False: only health, liveness and metrics (rules/running 12). */
  hasGateway: boolean;
  edge: readonly EdgeRoute[];
  readiness: Readiness;
  /** Tells whether the process stood still a moment ago. */
  awake?: Awake;
}

/** The HTTP server of this process, not listening yet. */
export async function openEdge(
  host: Host,
  { hasGateway, edge, readiness, awake }: EdgeOptions,
): Promise<FastifyInstance> {
  const { app, answers } = makeHttpServer(host, awake);
  compressAnswers(app, host.log);
  paceAnswers(app);
  const observe = mountHealth(app, host, readiness);
  if (hasGateway) {
    // GraphQL, pages and the routes of contracts are a third of what a process loads, and a worker has none of them.
    const { mountGateway } = await import("./mount-gateway.js");
    await mountGateway(app, { host, edge, observe, answers });
  }
  const closeMetrics = await openMetricsPort(app, host);
  app.addHook("onClose", closeMetrics);
  return app;
}

/**
 * Has long answers given to their connections in pieces, as unread ones until they are taken, whatever route made them. Called
 * behind whatever else changes answers, such as their compression.
 */
function paceAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => done(null, paced(reply, payload)));
}

function paced(reply: FastifyReply, payload: unknown): unknown {
  const isText = typeof payload === "string";
  if (!(isText || Buffer.isBuffer(payload)) || payload.length <= PIECE_BYTES) return payload;
  const body = isText ? Buffer.from(payload) : payload;
  void reply.header("content-length", body.length);
  return inPieces(reply.raw, body);
}
