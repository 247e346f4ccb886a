import type { FastifyInstance } from "fastify";
import type { EdgeRoute } from "../../runtime/http/edge.js";
import type { Awake } from "../../runtime/process/clock.js";
import type { Host } from "../../runtime/process/host.js";
import { mountHealth, type Readiness } from "./health-routes.js";
import { makeHttpServer } from "./http-server.js";
import { openMetricsPort } from "./metrics-routes.js";
import { compressAnswers, observeRequests, paceAnswers } from "./requests.js";

export interface EdgeOptions {
  /** True for a process with a gateway; others serve only health, liveness and metrics (rules/running 12). */
  hasGateway: boolean;
  edge: readonly EdgeRoute[];
  readiness: Readiness;
  /** The watch that tells whether the process stood still a moment ago. */
  awake?: Awake;
}

/** Makes the HTTP server of this process, which does not listen yet. */
export async function openEdge(
  host: Host,
  { hasGateway, edge, readiness, awake }: EdgeOptions,
): Promise<FastifyInstance> {
  const { app, answers } = makeHttpServer(host, awake);
  compressAnswers(app, host.log);
  paceAnswers(app);
  const seconds = mountHealth(app, host, readiness);
  observeRequests(app, seconds);
  if (hasGateway) {
    // GraphQL, pages and the routes of contracts are a third of the code that a process loads, and a worker
    // has none of them.
    const { mountGateway } = await import("./mount-gateway.js");
    await mountGateway(app, { host, edge, seconds, answers });
  }
  const closeMetrics = await openMetricsPort(app, host);
  app.addHook("onClose", closeMetrics);
  return app;
}
