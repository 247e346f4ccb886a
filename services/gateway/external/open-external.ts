import { hostname } from "node:os";
import { ServiceBroker } from "moleculer";
import { askExternalNodes } from "../../../runtime/cluster/ask-external-nodes.js";
import { BrokerLogger } from "../../../runtime/cluster/broker-logger.js";
import { externalNodes } from "../../../runtime/cluster/external-nodes.js";
import { ExternalServices } from "../../../runtime/cluster/external-services.js";
import { HeardTransporter } from "../../../runtime/cluster/heard-transporter.js";
import { Membership } from "../../../runtime/cluster/membership.js";
import { natsOptions } from "../../../runtime/cluster/nats-options.js";
import { watchNodes } from "../../../runtime/cluster/watch-nodes.js";
import { databaseIdOf } from "../../../runtime/secrets/key-fingerprint.js";
import { followNats } from "../../../runtime/cluster/nats-link.js";
import { payloadGuard } from "../../../runtime/cluster/payload-guard.js";
import type { Means } from "../contract-routes.js";
import { type Ask, webService } from "./web-service.js";

export interface External {
  ask: Ask;
  close(): Promise<void>;
}

/**
 * Joins NATS a second time, as a node that only calls services of third parties. The broker of the areas
 * never learns of these, and this broker learns of no area, so that neither can be called in the place of the
 * other (ADR-0064).
 */
export async function openExternal(means: Means): Promise<External> {
  const { config, log, keys, database } = means.host;
  const external = new ExternalServices(config.externalServices);
  if (config.natsUrl === null) throw new Error("External services are reached over NATS, and there is none.");
  const membership = new Membership(keys.derive("membership"), await databaseIdOf(database));
  const broker = new ServiceBroker({
    namespace: config.namespace,
    nodeID: `${hostname()}-${process.pid}-external-${Math.random().toString(36).slice(2, 8)}`,
    transporter: new HeardTransporter(natsOptions(config.natsUrl, config.natsCaFile)),
    serializer: "JSON",
    logger: new BrokerLogger(log),
    requestTimeout: 0,
    maxCallLevel: 12,
    contextParamsCloning: false,
    // The heartbeat is that of stock nodes; `askExternalNodes` asks all of them far more often.
    heartbeatInterval: 10,
    heartbeatTimeout: 60,
    registry: { preferLocal: false, strategy: "RoundRobin", stopDelay: 0 },
    transit: { maxQueueSize: 10_000 },
    internalServices: false,
    internalMiddlewares: false,
    skipProcessEventRegistration: true,
    validator: false,
    cacher: null,
    metrics: { enabled: false },
    tracing: { enabled: false },
    middlewares: [payloadGuard(), askExternalNodes(), externalNodes(external, membership, log), watchNodes()],
  });
  const ask = webService(broker, external.entries, means);
  await broker.start();
  followNats(broker, log);
  return { ask, close: () => broker.stop() };
}
