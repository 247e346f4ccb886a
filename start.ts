import "reflect-metadata";
import { setMaxListeners } from "node:events";
import type { FastifyInstance } from "fastify";
import { ServiceBroker } from "moleculer";
import { AREAS, PENDING_AREAS } from "./areas.js";
import { BUILT_IN_PLUGINS } from "./built-in-plugins.js";
import { CONTRACTS } from "./contracts/index.js";
import { ENTITIES } from "./entities/index.js";
import { MIGRATIONS } from "./migrations/index.js";
import { brokerOptions } from "./moleculer.config.js";
import type { PluginHost } from "./plugins/kit/define-plugin.js";
import { announceProviders, announcements, watchProviders } from "./runtime/announce.js";
import { type Area, toServiceSchema } from "./runtime/area.js";
import { makeCall } from "./runtime/call.js";
import { Closers } from "./runtime/closers.js";
import { type Config, ConfigError, loadConfig } from "./runtime/config/load-config.js";
import { lockDataFolder } from "./runtime/data-folder-lock.js";
import { drainHttp } from "./runtime/drain-http.js";
import { openDatabase } from "./runtime/database.js";
import { makeFault } from "./runtime/fault.js";
import type { Host } from "./runtime/host.js";
import { pickHosted } from "./runtime/hosted.js";
import { checkFingerprint, loadKeys } from "./runtime/keys.js";
import { makeLog } from "./runtime/log.js";
import { migrate } from "./runtime/migrate.js";
import { followNats, forgetAbandonedCalls } from "./runtime/nats-link.js";
import { openStorage } from "./runtime/open-storage.js";
import { warnSmallPayload } from "./runtime/payload-guard.js";
import { loadPlugins } from "./runtime/plugins/load-plugins.js";
import { Signals } from "./runtime/signals.js";
import { TaskQueue } from "./runtime/tasks/task-queue.js";
import { reader, transaction } from "./runtime/transaction.js";
import { within } from "./runtime/within.js";
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
  const { hosted, plugins: onlyPlugins } = pickHosted(config.services, Object.keys(AREAS), PENDING_AREAS);
  const log = makeLog(config.logLevel, config.logFormat);
  if (config.allowPrivateNetwork)
    log.warn(
      "ALLOW_PRIVATE_NETWORK=1: imports and webhooks reach private addresses. For development and tests only.",
    );
  const closers = new Closers(log);
  try {
    if (config.databaseUrl === null) closers.add(lockDataFolder(config.dataDir));
    const database = await openDatabase({
      url: config.databaseUrl,
      dataDir: config.dataDir,
      entities: ENTITIES,
      migrations: MIGRATIONS,
      idleTransactionMs: config.taskLeaseMs,
    });
    closers.add(() => database.close());
    await migrate(database);
    const keys = loadKeys(config);
    await checkFingerprint(keys, database);

    let baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
    const pluginHost: PluginHost = {
      env: config.env,
      get baseUrl() {
        return baseUrl;
      },
      dataDir: config.dataDir,
      deriveKey: (purpose) => keys.derive(purpose),
      log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
    };
    const plugins = await loadPlugins({
      builtIn: BUILT_IN_PLUGINS,
      pluginsDir: config.pluginsDir,
      only: onlyPlugins,
      host: pluginHost,
      log,
    });
    const storage = await openStorage(config.storageUrl, plugins, pluginHost);

    const broker = new ServiceBroker(brokerOptions(config, log));
    const signals = new Signals(broker);
    const tasks = new TaskQueue({
      database,
      signals,
      log,
      leaseMs: config.taskLeaseMs,
      isAlone: config.databaseUrl === null,
    });
    const draining = new AbortController();
    setMaxListeners(0, draining.signal);
    const host: Host = {
      config,
      get baseUrl() {
        return baseUrl;
      },
      database,
      read: reader(database),
      transact: (work) => transaction(database, work),
      keys,
      log,
      call: makeCall(broker),
      tasks,
      signals,
      plugins,
      storage: storage.driver,
      fault: makeFault(config.fault),
      draining: draining.signal,
      hosted,
      announcements: () => announcements(broker),
    };

    const areas: Area[] = [];
    for (const [name, makeArea] of Object.entries(AREAS))
      if (hosted.has(name)) areas.push(await makeArea(host));
    const deps = {
      call: host.call,
      read: host.read,
      requireEmailVerification: config.requireEmailVerification,
      checkResults: config.isTest,
    };
    for (const area of areas) broker.createService(toServiceSchema(area, deps, CONTRACTS) as never);
    announceProviders(broker, plugins);
    watchProviders(broker, signals);
    // Other processes call an area from the moment on that the broker has started.
    for (const area of areas) {
      await area.started?.();
      if (area.stopped) closers.add(() => area.stopped?.());
    }
    await broker.start();
    closers.add(() => within(config.drainMs / 2, broker.stop()), forgetAbandonedCalls(broker));
    followNats(broker, log);
    warnSmallPayload(broker, log);

    const app = await openEdge(host, {
      hasGateway: hosted.has("gateway"),
      edge: [...storage.edge, ...areas.flatMap((area) => area.edge ?? [])],
      readiness: {
        isDraining: () => draining.signal.aborted,
        isConnected: () => !broker.transit || broker.transit.connected,
      },
    });
    const graceMs = Math.max(500, config.drainMs - 2000);
    let drained: Promise<void> | undefined;
    const drainApp = () => (drained ??= drainHttp(app, graceMs));
    closers.add(drainApp);
    await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "EADDRINUSE") throw error;
      throw new ConfigError(`PORT must be free: another process listens on ${config.host}:${config.port}.`);
    });
    const port = portOf(app) ?? config.port;
    baseUrl = config.baseUrl ?? `http://localhost:${port}`;

    for (const area of areas) for (const handler of area.tasks ?? []) tasks.handle(handler);
    await tasks.start();
    return {
      url: localUrl(config, port),
      host,
      async stop() {
        draining.abort();
        await Promise.all([drainApp(), tasks.drain(graceMs)]);
        await closers.close();
      },
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

function portOf({ server }: FastifyInstance): number | null {
  const address = server.address();
  return typeof address === "object" ? (address?.port ?? null) : null;
}

function localUrl({ host }: Config, port: number): string {
  if (host === "0.0.0.0") return `http://127.0.0.1:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
