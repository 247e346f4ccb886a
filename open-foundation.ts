import { setMaxListeners } from "node:events";
import { hostname } from "node:os";
import { extname, join } from "node:path";
import { ServiceBroker } from "moleculer";
import { BUILT_IN_MODELS } from "./built-in-models.js";
import { BUILT_IN_PLUGINS } from "./built-in-plugins.js";
import { builtInStorage } from "./built-in-storage.js";
import { ENTITIES } from "./entities/index.js";
import { MIGRATIONS } from "./migrations/index.js";
import { brokerOptions } from "./moleculer.config.js";
import { ServiceError } from "./contracts/errors.js";
import { CONTRACTS } from "./contracts/index.js";
import type { PluginHost } from "./plugins/kit/define-plugin.js";
import type { StorageDriver } from "./plugins/kit/storage-driver.js";
import { announcedIn, announcements, ProviderAnnouncer, watchProviders } from "./runtime/plugins/announce.js";
import { transactIn } from "./runtime/actions/audit/entry.js";
import { makeCall } from "./runtime/actions/call.js";
import { MediaTransfers } from "./runtime/process/media-transfer/media-transfers.js";
import { linkHere } from "./runtime/process/media-transfer/transfer-link.js";
import { TransferProcess } from "./runtime/process/media-transfer/transfer-process.js";
import type { Config } from "./runtime/config/load-config.js";
import type { EdgeCall } from "./runtime/actions/context.js";
import { ContractList } from "./runtime/actions/contract-list.js";
import { Closers } from "./runtime/process/closers.js";
import { lockDataFolder } from "./runtime/database/data-folder-lock.js";
import { deliveryUrls } from "./runtime/cluster/delivery-nodes.js";
import { type Database, openDatabase } from "./runtime/database/database.js";
import type { EdgeRoute } from "./runtime/http/edge.js";
import { makeFault } from "./runtime/process/fault.js";
import { Gauges } from "./runtime/process/gauges.js";
import { networkPolicy } from "./runtime/http/guarded-fetch/index.js";
import type { Host } from "./runtime/process/host.js";
import { Membership } from "./runtime/cluster/membership.js";
import { checkFingerprint, databaseIdOf } from "./runtime/secrets/key-fingerprint.js";
import { type Keys, loadKeys } from "./runtime/secrets/keys.js";
import { type Logger, makeLog } from "./runtime/process/log.js";
import { migrate } from "./runtime/database/migrate.js";
import { ModelsDir } from "./runtime/plugins/models-dir/models-dir.js";
import { Nodes } from "./runtime/cluster/nodes.js";
import { prepareService } from "./runtime/plugins/services/prepare-service.js";
import { ModelClaims } from "./runtime/plugins/model-claims.js";
import { PluginLoader } from "./runtime/plugins/plugin-loader.js";
import { closeDrivers, openStorage } from "./runtime/plugins/read-plugin.js";
import type { PluginRegistry } from "./runtime/plugins/registry.js";
import type { Siblings } from "./runtime/process/supervisor/siblings.js";
import { openReplica } from "./runtime/database/replica/open-replica.js";
import type { Replica } from "./runtime/database/replica/replica.js";
import { StaleReader } from "./runtime/database/replica/stale-reader.js";
import { SharedClock } from "./runtime/process/clock.js";
import { Signals } from "./runtime/cluster/signals.js";
import { slotGauge, TaskQueue } from "./engines/durable-queue/index.js";
import { longReader, reader } from "./runtime/database/transaction.js";
import { startTracing } from "./runtime/process/tracing/tracer.js";
import { within } from "./runtime/concurrency/within.js";

/** How long the end of the process waits for the store to close. */
const CLOSE_MS = 5000;

/** What stands before any area is loaded. */
export interface Foundation {
  host: Host;
  broker: ServiceBroker;
  loader: PluginLoader;
  announcer: ProviderAnnouncer;
  /** Raw routes of the storage driver. */
  storageEdge: readonly EdgeRoute[];
  /** Ends every wait at the edge. */
  draining: AbortController;
  /** The public origin, once the port is known. */
  setBaseUrl(url: string): void;
  /** How contracts with `rest.edge` are called, once the gateway is open. */
  setEdgeCall(call: EdgeCall): void;
  /** What is open, and closes in reverse order. */
  closers: Closers;
}

export interface FoundationOptions {
  config: Config;
  hosted: ReadonlySet<string>;
  onlyPlugins: ReadonlySet<string> | null;
  siblings: Siblings | null;
}

/** Opens database, keys, plugins, storage, broker and queue. Closes again what it opened when one of them fails. */
export async function openFoundation(options: FoundationOptions): Promise<Foundation> {
  const { config } = options;
  const log = makeLog(config.logLevel, config.logFormat, options.siblings?.number);
  const closers = new Closers(log);
  try {
    closers.add(await startTracing(config, `${hostname()}-${process.pid}`));
    const { database, keys } = await openDatabaseAndKeys(config, log, closers);
    return await openHost(options, log, closers, database, keys);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function openDatabaseAndKeys(
  config: Config,
  log: Logger,
  closers: Closers,
): Promise<{ database: Database; keys: Keys }> {
  if (config.databaseUrl === null) closers.add(lockDataFolder(config.dataDir));
  const database = await openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePool,
    reserved: config.databaseReserved,
    dataDir: config.dataDir,
    entities: ENTITIES,
    migrations: MIGRATIONS,
    leaseMs: config.taskLeaseMs,
    report: (error, what) => log.error(error, what),
  });
  closers.add(() => database.close());
  await migrate(database);
  database.refuseSilence();
  const keys = loadKeys(config);
  await checkFingerprint(keys, database);
  return { database, keys };
}

function readersOf(
  database: Database,
  replica: Replica | null,
): Pick<Host, "read" | "longRead" | "staleRead"> {
  const longRead = longReader(database);
  const staleRead = replica === null ? longRead : new StaleReader(replica, longRead, database);
  return { read: reader(database), longRead, staleRead };
}

async function openHost(
  { config, hosted, onlyPlugins, siblings }: FoundationOptions,
  log: Logger,
  closers: Closers,
  database: Database,
  keys: Keys,
): Promise<Foundation> {
  const replica = await openReplica({ config, log, database, keys, entities: ENTITIES });
  if (replica !== null) closers.add(() => replica.close());
  let baseUrl = config.baseUrl ?? `http://localhost:${config.port}`;
  const files = new ModelsDir(config.modelsDir);
  files.check(BUILT_IN_MODELS);
  const pluginHost = makePluginHost({ config, keys, files, log, baseUrl: () => baseUrl });
  const gauges = new Gauges();
  const broker = await makeBroker({ config, log, database, keys, gauges, closers });
  const loader = makeLoader({ config, onlyPlugins, host: pluginHost, files, broker, database, log });
  closers.add(() => loader.close());
  const plugins = await loader.start();
  refuseUnknownProviders(files, plugins, onlyPlugins);
  const storage = await openStorage(config.storageUrl, plugins, pluginHost);
  closers.add(() => within(CLOSE_MS, closeDrivers([storage])));
  const mediaTransfers = openMediaTransfers(config, storage.driver, log);
  closers.add(() => mediaTransfers.stop());

  const signals = new Signals(broker);
  const draining = new AbortController();
  setMaxListeners(0, draining.signal);
  let edgeCall: EdgeCall = () => Promise.reject(new ServiceError("unavailable"));
  const tasks = new TaskQueue({
    database,
    signals,
    log,
    leaseMs: config.taskLeaseMs,
    isAlone: config.databaseUrl === null,
  });
  gauges.show(slotGauge(tasks));
  gauges.show(tasks.conflicts.gauge);
  const host: Host = {
    config,
    baseUrl,
    database,
    ...readersOf(database, replica),
    transact: transactIn(database),
    keys,
    log,
    call: makeCall(broker),
    edgeCall: (contract, params, meta, signal) => edgeCall(contract, params, meta, signal),
    tasks,
    signals,
    plugins,
    contracts: new ContractList(CONTRACTS),
    nodes: new Nodes(broker),
    storage: storage.driver,
    mediaTransfers,
    gauges,
    siblings,
    fault: makeFault(config.fault),
    draining: draining.signal,
    hosted,
    ...announcedIn(broker),
    deliveryUrls: () => deliveryUrls(broker),
  };
  watchProviders(broker, signals);
  return {
    host,
    broker,
    loader,
    announcer: new ProviderAnnouncer(broker, plugins, hosted),
    storageEdge: storage.edge,
    draining,
    setBaseUrl: (url) => {
      baseUrl = url;
      host.baseUrl = url;
    },
    setEdgeCall: (call) => (edgeCall = call),
    closers,
  };
}

/** What plugins have of the process; the public origin is asked for, because it stands once the port is known. */
const makePluginHost = ({
  config,
  keys,
  files,
  log,
  baseUrl,
}: {
  config: Config;
  keys: Keys;
  files: ModelsDir;
  log: Logger;
  baseUrl(): string;
}): PluginHost => ({
  env: config.env,
  get baseUrl() {
    return baseUrl();
  },
  dataDir: config.dataDir,
  deriveKey: (purpose) => keys.derive(purpose),
  log: { info: (message) => log.info(message), warn: (message) => log.warn(message) },
  models: (provider, own) => files.models(provider, own),
  textModels: (provider, own) => files.textModels(provider, own),
  transcribers: (provider, own) => files.transcribers(provider, own),
});

function makeLoader({
  config,
  onlyPlugins,
  host,
  files,
  broker,
  database,
  log,
}: {
  config: Config;
  onlyPlugins: FoundationOptions["onlyPlugins"];
  host: PluginHost;
  files: ModelsDir;
  broker: ServiceBroker;
  database: Database;
  log: Logger;
}): PluginLoader {
  return new PluginLoader({
    builtIn: BUILT_IN_PLUGINS,
    pluginsDir: config.pluginsDir,
    only: onlyPlugins,
    host,
    log,
    changed: (driver) => files.override(driver),
    prepare: (service) => prepareService(service, database),
    claims: (registry) =>
      new ModelClaims(database, declaredAnywhere(broker, registry), (provider) =>
        Object.hasOwn(BUILT_IN_MODELS, provider),
      ),
  });
}

/** Where SERVICES narrows the plugins, another process may host the one whose models a file declares. */
function refuseUnknownProviders(
  files: ModelsDir,
  plugins: PluginRegistry,
  onlyPlugins: FoundationOptions["onlyPlugins"],
): void {
  if (onlyPlugins !== null) return;
  files.refuseUnknown([...Object.keys(BUILT_IN_MODELS), ...plugins.all("modelProvider").map(({ id }) => id)]);
}

/** Whether a provider declares a model in a process that can be seen from here. */
const declaredAnywhere =
  (broker: ServiceBroker, plugins: PluginRegistry) =>
  (provider: string, model: string): boolean =>
    [...plugins.all("modelProvider"), ...announcements(broker)].some(
      ({ id, models }) => id === provider && models.some((each) => each.id === model),
    );

async function makeBroker({
  config,
  log,
  database,
  keys,
  gauges,
  closers,
}: {
  config: Config;
  log: Logger;
  database: Database;
  keys: Keys;
  gauges: Gauges;
  closers: Closers;
}): Promise<ServiceBroker> {
  const clock = new SharedClock();
  closers.add(() => clock.stop());
  if (config.natsUrl !== null) await clock.follow(database);
  const membership = new Membership(keys.derive("membership"), await databaseIdOf(database));
  return new ServiceBroker(brokerOptions(config, log, clock, membership, gauges));
}

/** A store that came by PLUGINS_DIR may keep things in this process, so its bytes are carried here. */
function openMediaTransfers(config: Config, driver: StorageDriver, log: Logger): MediaTransfers {
  if (builtInStorage(config.storageUrl) === null)
    return new MediaTransfers(linkHere(driver, networkPolicy(config)));
  // The same file from sources and from dist.
  const script = join(import.meta.dirname, `transfer-media${extname(import.meta.filename)}`);
  return new MediaTransfers(new TransferProcess({ script, env: config.env, log }));
}
