import "reflect-metadata";
import type { AddressInfo } from "node:net";
import { AREAS, PENDING_AREAS } from "./areas.js";
import { CONTRACTS } from "./contracts/index.js";
import { type Foundation, openFoundation } from "./open-foundation.js";
import { AreaHost } from "./runtime/area-host.js";
import { loadConfig } from "./runtime/config/load-config.js";
import type { Host } from "./runtime/host.js";
import { pickHosted } from "./runtime/hosted.js";
import { openEdge } from "./services/gateway/index.js";

export interface Kiln {
  /** Where this process listens. */
  url: string;
  host: Host;
  /** Drains: no new requests, work in hand ends or goes back; resolves within DRAIN_SECONDS or so. */
  stop(): Promise<void>;
}

/** Starts one process of Kiln from environment variables. Throws ConfigError for wrong ones. */
export async function startKiln(env: Readonly<Record<string, string | undefined>>): Promise<Kiln> {
  const config = loadConfig(env);
  const { hosted, plugins } = pickHosted(config.services, Object.keys(AREAS), PENDING_AREAS);
  const foundation = await openFoundation({ config, hosted, onlyPlugins: plugins });
  try {
    return await startServing(foundation);
  } catch (error) {
    await foundation.broker.stop().catch(() => {});
    await foundation.close().catch(() => {});
    throw error;
  }
}

async function startServing(foundation: Foundation): Promise<Kiln> {
  const { host, broker, loader, announcer, draining } = foundation;
  const { config, hosted, log, tasks } = host;
  if (config.allowPrivateNetwork) {
    log.warn(
      "ALLOW_PRIVATE_NETWORK=1: imports and webhooks reach private addresses. For development and tests only.",
    );
  }
  const deps = {
    call: host.call,
    read: host.read,
    requireEmailVerification: config.requireEmailVerification,
    checkResults: config.isTest,
  };
  const areas = new AreaHost({ host, broker, deps, contracts: CONTRACTS, sources: AREAS });
  for (const name of Object.keys(AREAS)) if (hosted.has(name)) await areas.load(name);
  host.nodes.serve(areas, loader);
  await announcer.update();
  await broker.start();

  const app = await openEdge(host, {
    hasGateway: hosted.has("gateway"),
    edge: [...foundation.storageEdge, ...areas.edgeRoutes()],
    readiness: {
      isDraining: () => draining.signal.aborted,
      isConnected: () => !broker.transit || broker.transit.connected,
    },
  });
  await app.listen({ port: config.port, host: config.host });
  const { port } = app.server.address() as AddressInfo;
  foundation.setBaseUrl(config.baseUrl ?? `http://localhost:${port}`);

  for (const name of areas.names) await areas.begin(name);
  await tasks.start();
  host.plugins.onChange(() => void announcer.update());
  loader.watch();
  return {
    url: `http://${reachable(config.host)}:${port}`,
    host,
    async stop() {
      draining.abort();
      loader.stop();
      await Promise.all([app.close(), tasks.drain(Math.max(500, config.drainMs - 2000))]);
      await areas.stop();
      await broker.stop();
      await foundation.close();
    },
  };
}

const reachable = (bound: string): string =>
  bound === "0.0.0.0" || bound === "::" ? "127.0.0.1" : bound.includes(":") ? `[${bound}]` : bound;
