import type { FastifyInstance } from "fastify";
import type { Answers } from "../../runtime/http/answers.js";
import type { EdgeRoute, EdgeTurns } from "../../runtime/http/edge.js";
import type { Host } from "../../runtime/process/host.js";
import { authenticatorOf } from "../identity/index.js";
import { callerTraces } from "./caller-traces.js";
import { mountConsole } from "./console/mount-console.js";
import { mountContracts } from "./contract-routes.js";
import { mountDocs } from "./docs-pages.js";
import { mountEdge } from "./mount-edge.js";
import { mountExternal } from "./external/mount-external.js";
import { PlatformGraphql } from "./graphql/graphql-route.js";
import { LongQueue } from "../../runtime/http/long-queue.js";
import { mountPageFiles } from "./pages/mount-page-files.js";
import { mountPages } from "./pages/mount-pages.js";
import { mountPluginContracts } from "./plugin-routes.js";
import { RequestTurns } from "./call-contract.js";
import { answerDirectly, type RequestSeconds } from "./raw-requests.js";

/**
 * The limits of long reads. Three reads of one account keep a process busy, and at each of its own steps
 * another account waits for one step of each. `unread` is in characters.
 */
const LONG_READS = { atOnce: 8, ofAccount: 3, waiting: 1000, waitMs: 4_500, unread: 64 * 2 ** 20 };

export interface GatewayOptions {
  host: Host;
  edge: readonly EdgeRoute[];
  seconds: RequestSeconds;
  answers: Answers;
}

/** Adds all routes that a process with a gateway serves beside health and metrics. */
export async function mountGateway(
  app: FastifyInstance,
  { host, edge, seconds, answers }: GatewayOptions,
): Promise<void> {
  const authenticator = authenticatorOf(host);
  app.addHook("onClose", () => authenticator.close());
  const turns = new RequestTurns();
  const longReads = new LongQueue((accountId) => turns.isAlone(accountId), LONG_READS);
  const means = { host, authenticator, turns, longReads };
  const edgeTurns: EdgeTurns = { take: () => turns.take(), longReads };
  mountContracts(app, means);
  mountPluginContracts(app, means);
  mountDocs(app, host);
  mountPageFiles(app);
  mountPages(app, means);
  mountConsole(app, host);
  const graphql = new PlatformGraphql(means);
  app.addHook("onClose", () => graphql.close());
  await mountEdge(app, [...edge, ...graphql.routes], { log: host.log, turns: edgeTurns });
  if (host.config.externalServices.length > 0) {
    const { openExternal } = await import("./external/open-external.js");
    const external = await openExternal(means);
    app.addHook("onClose", () => external.close());
    await mountExternal(app, external, means);
  }
  const traceOf = callerTraces(host);
  answerDirectly(app, edge, { log: host.log, seconds, answers, turns: edgeTurns, traceOf });
}
