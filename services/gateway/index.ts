import type { FastifyInstance } from "fastify";
import type { EdgeRoute } from "../../runtime/edge.js";
import type { Host } from "../../runtime/host.js";
import { authenticatorOf } from "../identity/index.js";
import { compressAnswers } from "./compress-answers.js";
import { mountConsole } from "./console/mount-console.js";
import { mountContracts } from "./contract-routes.js";
import { answerDirectly } from "./direct-routes.js";
import { mountDocs } from "./docs-pages.js";
import { mountEdge } from "./edge-routes.js";
import { mountExternal } from "./external/mount-external.js";
import { mountHealth, type Readiness } from "./health-routes.js";
import { PlatformGraphql } from "./graphql/graphql-route.js";
import { makeHttpServer } from "./http-server.js";
import { openMetricsPort } from "./metrics-routes.js";
import { mountPageFiles } from "./pages/mount-page-files.js";
import { paceAnswers } from "./pace-answers.js";
import { mountPages } from "./pages/mount-pages.js";
import { mountPluginContracts } from "./plugin-routes.js";
import { RequestTurns } from "./request-turns.js";

export interface EdgeOptions {
  /** False: only health, liveness and metrics (decisions 1). */
  hasGateway: boolean;
  edge: readonly EdgeRoute[];
  readiness: Readiness;
}

/** The HTTP server of this process, not listening yet. */
export async function openEdge(
  host: Host,
  { hasGateway, edge, readiness }: EdgeOptions,
): Promise<FastifyInstance> {
  const { app, answers } = makeHttpServer(host);
  compressAnswers(app, host.log);
  paceAnswers(app);
  const observe = mountHealth(app, host, readiness);
  if (hasGateway) {
    const authenticator = authenticatorOf(host);
    app.addHook("onClose", () => authenticator.close());
    const means = { host, authenticator, turns: new RequestTurns() };
    mountContracts(app, means);
    mountPluginContracts(app, means);
    mountDocs(app, host);
    mountPageFiles(app);
    mountPages(app, means);
    mountConsole(app, host);
    const graphql = new PlatformGraphql(means);
    app.addHook("onClose", () => graphql.close());
    await mountEdge(app, [...edge, ...graphql.routes], host.log);
    if (host.config.externalServices.length > 0) {
      const { openExternal } = await import("./external/open-external.js");
      const external = await openExternal(means);
      app.addHook("onClose", () => external.close());
      await mountExternal(app, external, means);
    }
    answerDirectly(app, edge, { log: host.log, observe, answers });
  }
  const closeMetrics = await openMetricsPort(app, host);
  app.addHook("onClose", closeMetrics);
  return app;
}
