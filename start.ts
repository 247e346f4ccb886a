import "reflect-metadata";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { AREAS, PENDING_AREAS } from "./areas.js";
import { CONTRACTS } from "./contracts/index.js";
import { type Foundation, openFoundation } from "./open-foundation.js";
import type { ActionDeps } from "./runtime/actions/action.js";
import { AreaHost, made } from "./runtime/actions/area-host.js";
import { type Config, ConfigError, loadConfig } from "./runtime/config/load-config.js";
import { openControlSocket } from "./runtime/process/control-socket.js";
import { ExternalServices } from "./runtime/cluster/external-services.js";
import { announceDelivery } from "./runtime/cluster/delivery-nodes.js";
import { drainHttp, leavePort } from "./runtime/http/drain-http.js";
import { EdgeParts, type MakeEdgePart } from "./runtime/http/edge-parts.js";
import type { Host } from "./runtime/process/host.js";
import { pickHosted } from "./runtime/config/hosted.js";
import { followNats } from "./runtime/cluster/nats-link.js";
import { warnSmallPayload } from "./runtime/cluster/payload-guard.js";
import { ServiceHost } from "./runtime/plugins/services/service-host.js";
import { announceNode, hasTransporter, isConnected } from "./runtime/private-parts/moleculer-link.js";
import type { Siblings } from "./runtime/process/supervisor/siblings.js";
import { within } from "./runtime/concurrency/within.js";
import { refusedListen } from "./runtime/http/refused-listen.js";
import { openEdge } from "./services/gateway/index.js";

export interface Kiln {
  /** Where this process listens. */
  url: string;
  host: Host;
  /** Drains: no new requests, work in hand ends or goes back; resolves within DRAIN_SECONDS or so. */
  stop(options?: StopOptions): Promise<void>;
}

export interface StopOptions {
  /** Another process on this machine has taken this one's place: the port goes on being served, so `/readyz` stays green. */
  isReplaced?: boolean;
}

export interface StartOptions {
  /** False: it answers calls and claims no durable work, for a command that passes by. */
  doesWork?: boolean;
  /** The other processes of this machine, where it is one of several. */
  siblings?: Siblings | null;
}

/** Starts one process of Kiln from environment variables. Throws ConfigError for wrong ones. */
export async function startKiln(
  env: Readonly<Record<string, string | undefined>>,
  { doesWork = true, siblings = null }: StartOptions = {},
): Promise<Kiln> {
  const config = loadConfig(env);
  const { hosted, plugins } = pickHosted(config.services, Object.keys(AREAS), PENDING_AREAS);
  refuseOwnNames(config);
  const foundation = await openFoundation({ config, hosted, onlyPlugins: plugins, siblings });
  try {
    const parts = await openEdgeParts(foundation.host);
    foundation.setEdgeCall(parts.call);
    const areas = await startAreas(foundation, parts, { doesWork, onlyPlugins: plugins });
    return await startServing(foundation, parts, areas, doesWork);
  } catch (error) {
    await foundation.closers.close();
    throw error;
  }
}

/** A service of somebody else with the name of an area would be taken for it by the code that reads the address. */
function refuseOwnNames({ externalServices }: Config): void {
  const own = [...Object.keys(AREAS), "provider", "transcriber", "x"];
  const entry = new ExternalServices(externalServices).entryOf(own);
  if (entry !== undefined)
    throw new ConfigError(
      `EXTERNAL_SERVICES must name services of others, and "${entry}" has the name of one of Kiln's own: rename that service, or take it out.`,
    );
}

async function openEdgeParts(host: Host): Promise<EdgeParts> {
  const makers: Record<string, MakeEdgePart> = {};
  if (host.hosted.has("gateway"))
    for (const [name, source] of Object.entries(AREAS)) {
      const makeEdgePart = await made(name, () => source.readMakeEdgePart?.());
      if (makeEdgePart) makers[name] = makeEdgePart;
    }
  return new EdgeParts(makers, host, depsOf(host), CONTRACTS);
}

/** The areas are ready before the broker starts: from then on other processes call them. */
async function startAreas(
  { host, broker, loader, announcer, closers }: Foundation,
  parts: EdgeParts,
  { doesWork, onlyPlugins }: { doesWork: boolean; onlyPlugins: ReadonlySet<string> | null },
): Promise<AreaHost> {
  const { config, hosted, log } = host;
  if (config.allowPrivateNetwork) {
    log.warn(
      "ALLOW_PRIVATE_NETWORK=1: imports and webhooks reach private addresses. For development and tests only.",
    );
  }
  const deps = depsOf(host);
  const areas = new AreaHost({ host, broker, deps, contracts: CONTRACTS, sources: AREAS, parts });
  closers.add(() => areas.stop());
  for (const name of Object.keys(AREAS)) if (hosted.has(name)) await areas.load(name);
  const services = new ServiceHost({ host, broker, deps, only: onlyPlugins });
  services.start();
  closers.add(async () => services.stop());
  host.nodes.serve(areas, loader, { isPassing: !doesWork });
  await announcer.update();
  await broker.start();
  closers.add(() => within(config.drainMs / 2, broker.stop()));
  followNats(broker, log);
  // The broker would tell the other nodes up to a second later, when this one says that it is ready.
  await announceNode(broker);
  warnSmallPayload(broker, log);
  return areas;
}

const depsOf = ({ config, call, read, signals }: Host): ActionDeps => ({
  call,
  read,
  signals,
  requireEmailVerification: config.requireEmailVerification,
  checkResults: config.isTest,
});

async function startServing(
  foundation: Foundation,
  parts: EdgeParts,
  areas: AreaHost,
  doesWork: boolean,
): Promise<Kiln> {
  const { host, broker, loader, announcer, draining, closers } = foundation;
  const { config, hosted, tasks } = host;
  const hasGateway = hosted.has("gateway");
  let isLeftToOthers = false;
  const app = await openEdge(host, {
    hasGateway,
    edge: [...foundation.storageEdge, ...parts.routes, ...areas.edgeRoutes()],
    readiness: {
      isDraining: () => draining.signal.aborted && !isLeftToOthers,
      isConnected: () => !hasTransporter(broker) || isConnected(broker),
    },
  });
  const lameDuckMs = Math.min(config.lameDuckMs, config.drainMs / 2);
  const graceMs = Math.max(500, config.drainMs - lameDuckMs - 2000);
  let drained: Promise<void> | undefined;
  const drainApp = () => (drained ??= drainHttp(app, graceMs));
  closers.add(drainApp);
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw refusedListen(error, "PORT", config.port, config.host);
  });
  const { port } = app.server.address() as AddressInfo;
  if (hasGateway && hosted.has("delivery")) announceDelivery(broker, config, port);
  foundation.setBaseUrl(config.baseUrl ?? `http://localhost:${port}`);

  if (doesWork) {
    for (const name of areas.names) areas.begin(name);
    await tasks.start();
  }
  host.plugins.onChange(
    () =>
      void announcer
        .update()
        .catch((error: unknown) => host.log.error(error, "the providers could not be announced")),
  );
  loader.watch();
  closers.add(await openControlSocket(host, CONTRACTS));
  return {
    url: localUrl(config, port),
    host,
    async stop({ isReplaced = false } = {}) {
      isLeftToOthers = isReplaced;
      draining.abort();
      loader.stop();
      const worked = tasks.drain(lameDuckMs + graceMs);
      if (isReplaced) await leavePort(app, graceMs);
      // The load balancer finds /readyz red before the port is closed.
      else await setTimeout(lameDuckMs);
      for (const drained of await Promise.allSettled([drainApp(), worked]))
        if (drained.status === "rejected")
          host.log.error(drained.reason, "a part of the process did not drain");
      await closers.close();
    },
  };
}

function localUrl({ host }: Config, port: number): string {
  if (host === "0.0.0.0" || host === "::") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
