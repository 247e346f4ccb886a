import { type FSWatcher, mkdirSync, watch } from "node:fs";
import type { PluginDefinition, PluginHost } from "../../plugins/kit/define-plugin.js";
import type { Service } from "../../plugins/kit/service.js";
import { ConfigError } from "../config/load-config.js";
import { importFresh } from "./fresh-imports.js";
import type { Logger } from "../process/log.js";
import { MigrationsWait } from "./services/migrate-service.js";
import { within } from "../concurrency/within.js";
import type { ModelClaims } from "./model-claims.js";
import { inPlugin, ownRoot, type PluginContext } from "./plugin-context.js";
import { type PluginFile, type PluginFiles, PluginFolder, type StrangeEntry } from "./plugin-files.js";
import {
  type ChangeProvider,
  closeDrivers,
  MissingPlugin,
  openDrivers,
  readDefinition,
  TakenModel,
} from "./read-plugin.js";
import { type LoadedPlugin, PluginRegistry, type Provided } from "./registry.js";
import { isInfrastructure, watchedContext } from "./uncaught.js";
import { reasonOf } from "../errors/reason-of.js";

export interface PluginLoaderOptions {
  /** Built-in plugins, by the modules' default exports: their names are known whatever becomes of them. */
  builtIn: readonly PluginDefinition[];
  pluginsDir: string;
  /** Names that `SERVICES` narrows to; null takes all. */
  only: ReadonlySet<string> | null;
  host: PluginHost;
  log: Logger;
  /** Whose the model ids are; by default everybody's. */
  claims?: (registry: PluginRegistry) => Pick<ModelClaims, "claim">;
  /** What MODELS_DIR makes of a provider. */
  changed?: ChangeProvider;
  /** Makes ready what a service needs before it can serve: its tables. */
  prepare?: (service: Service) => Promise<Service>;
  /** How long a plugin may take to start; one that takes longer would keep every other one from being looked at. */
  patienceMs?: number;
}

const BUILT_IN = "built in";
const DEBOUNCE_MS = 150;
/** Covers a lost event of the file system. */
const POLL_MS = 2000;
const PATIENCE_MS = 30_000;
/** How long the end of the process waits for drivers to close. */
const CLOSE_MS = 5000;

/** What became of an entry of PLUGINS_DIR. */
interface Outcome {
  /** The plugin's name, or the entry's if it has none. */
  name: string;
  /** The plugin that it waits for. */
  lacks: string | null;
  /** It waits for what may pass without an edit: a model id of another provider, a database that is away. */
  isWaiting?: boolean;
}

/** Where a version comes from. */
interface Origin {
  /** The name that the entry's plugin had. */
  known: string | null;
  entry: string;
  root: string;
  /** It was refused before for what may pass. */
  isAgain?: boolean;
  /** Throws when another plugin has the name. */
  refuse(name: string): void;
}

/**
 * Loads the plugins of this process, and follows PLUGINS_DIR while it runs: added, edited and removed
 * ones. A version that fails leaves the old one serving and is named in the operator's list.
 */
export class PluginLoader {
  readonly registry: PluginRegistry;
  readonly #options: PluginLoaderOptions;
  readonly #folder: PluginFolder;
  /** By entry of PLUGINS_DIR: what was tried last, and what became of it. */
  readonly #tried = new Map<string, Outcome & { hash: string }>();
  /** Those that are built in, by their names. */
  readonly #builtIn = new Map<string, PluginDefinition>();
  readonly #claims: Pick<ModelClaims, "claim"> | null;
  /** Entries that are no plugins, as they stand in the operator's list. */
  #strange: readonly StrangeEntry[] = [];
  #watcher: FSWatcher | null = null;
  #timers: NodeJS.Timeout[] = [];
  #working: Promise<unknown> = Promise.resolve();
  /** A scan that waits for its turn covers all that was asked for meanwhile. */
  #waiting: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: PluginLoaderOptions) {
    const { log, pluginsDir } = options;
    this.#options = options;
    this.#folder = new PluginFolder(pluginsDir);
    this.registry = new PluginRegistry((plugin, error) =>
      log.warn({ plugin, err: error }, "a change of a plugin was not taken over everywhere"),
    );
    this.#claims = options.claims?.(this.registry) ?? null;
  }

  /** Loads everything once. Throws ConfigError when `SERVICES` names a plugin that there is not. */
  async start(): Promise<PluginRegistry> {
    for (const definition of this.#options.builtIn) {
      this.#builtIn.set(definition.name, definition);
      await this.#loadBuiltIn(definition);
    }
    await this.scan();
    const found = this.registry.plugins.map(({ name }) => name);
    for (const name of this.#options.only ?? []) {
      if (!found.includes(name))
        throw new ConfigError(`SERVICES names plugins.${name}, which is not one of: ${found.join(", ")}.`);
    }
    return this.registry;
  }

  /** Follows the folder until `stop`. */
  watch(): void {
    const { pluginsDir, log } = this.#options;
    const soon = () => {
      clearTimeout(this.#timers[1]);
      this.#timers[1] = setTimeout(() => void this.scan(), DEBOUNCE_MS).unref();
    };
    this.#timers[0] = setInterval(() => void this.scan(), POLL_MS).unref();
    try {
      mkdirSync(pluginsDir, { recursive: true });
      this.#watcher = watch(pluginsDir, { recursive: true }, soon);
      this.#watcher.on("error", () => {});
    } catch (error) {
      log.debug({ err: error }, "the plugin folder cannot be watched; it is looked at every two seconds");
    }
  }

  /** Loads nothing from now on; what is loaded serves on. */
  stop(): void {
    this.#isStopped = true;
    this.#watcher?.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Closes every driver; for the end of the process, when nobody calls them any more. */
  async close(): Promise<void> {
    this.stop();
    await within(CLOSE_MS, this.#working);
    await within(CLOSE_MS, this.registry.close());
  }

  /** Brings the registry in step with the folder, after every scan and reload that was asked for before. */
  scan(): Promise<void> {
    this.#waiting ??= this.#next(async () => {
      this.#waiting = null;
      await this.#scan();
    }).catch((error: unknown) =>
      this.#options.log.warn({ err: error }, "the plugin folder could not be read"),
    );
    return this.#waiting;
  }

  /**
   * Loads a plugin again, also when its bytes are the same; in turn with the scans, so that no two versions of it are
   * loaded side by side. The drivers of a built-in one are opened anew. False for an unknown one.
   */
  reload(name: string): Promise<boolean> {
    return this.#next(async () => {
      if (this.#isStopped) return false;
      const builtIn = this.#builtIn.get(name);
      if (builtIn !== undefined) {
        await this.#loadBuiltIn(builtIn);
        return true;
      }
      const entry = [...this.#tried].find(([, tried]) => tried.name === name)?.[0];
      if (entry === undefined) return false;
      const { files, unsettled } = await this.#folder.look();
      const file = files.find((each) => each.entry === entry);
      if (!file) return false;
      const there = new Set([...files.map((each) => each.entry), ...unsettled]);
      await this.#loadFile({ ...file, hash: `${file.hash}-${Date.now()}` }, file.hash, there);
      return true;
    });
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#working.then(work);
    this.#working = done.catch(() => {});
    return done;
  }

  async #scan(): Promise<void> {
    if (this.#isStopped) return;
    const { files, unsettled, strange } = await this.#folder.look();
    const there = new Set([...files.map(({ entry }) => entry), ...unsettled]);
    this.#nameStrange({ files, unsettled, strange });
    for (const file of files) {
      const tried = this.#tried.get(file.entry);
      if (tried?.hash !== file.hash || tried.isWaiting === true) await this.#loadFile(file, file.hash, there);
    }
    // One that needs another may have come before it.
    const isDue = ({ entry }: PluginFile) => this.registry.find(this.#lacking(entry))?.status === "loaded";
    for (let file = files.find(isDue); file; file = files.find(isDue))
      await this.#loadFile(file, file.hash, there);
    for (const [entry, { name }] of this.#tried) {
      if (there.has(entry)) continue;
      this.#tried.delete(entry);
      this.registry.remove(name);
      this.#options.log.info(`The plugin ${name} was removed.`);
    }
  }

  /** Keeps what is no plugin in the operator's list, with the reason, as long as it lies there. */
  #nameStrange({ strange }: PluginFiles): void {
    const before = this.#strange;
    this.#strange = strange;
    for (const { entry } of before)
      if (!strange.some((each) => each.entry === entry)) this.registry.remove(entry);
    for (const { entry, path, reason } of strange) {
      if (before.some((each) => each.entry === entry && each.reason === reason)) continue;
      this.#options.log.warn({ file: path }, `${entry} in PLUGINS_DIR is no plugin: ${reason}`);
      this.registry.note({ name: entry, version: "", file: path, status: "failed", error: reason });
    }
  }

  #lacking(entry: string): string {
    return this.#tried.get(entry)?.lacks ?? "";
  }

  #loadBuiltIn(definition: PluginDefinition): Promise<Outcome> {
    const { name } = definition;
    return this.#load(BUILT_IN, async () => definition, {
      known: name,
      entry: name,
      root: "",
      refuse: () => {},
    });
  }

  /** `there` are the entries of the folder: a plugin whose file was renamed goes on under its new one. */
  async #loadFile(found: PluginFile, contentHash: string, there: ReadonlySet<string>): Promise<void> {
    const { entry, file, root, hash } = found;
    const known = this.#tried.get(entry)?.name ?? null;
    const load = async () => (await importFresh(file, root, hash)).default;
    const tried = await this.#load(file, load, {
      known,
      entry,
      root,
      isAgain: this.#tried.get(entry)?.isWaiting === true,
      refuse: (name) => this.#refuseNamesake(name, entry, there),
    });
    if (known !== null && known !== tried.name) this.registry.remove(known);
    this.#tried.set(entry, { hash: contentHash, ...tried });
  }

  /** Throws when another plugin has the name. */
  #refuseNamesake(name: string, entry: string, there: ReadonlySet<string>): void {
    const holder = [...this.#tried].find(([other, tried]) => other !== entry && tried.name === name)?.[0];
    if (holder === undefined) {
      if (this.registry.find(name)?.file === BUILT_IN)
        throw new Error(`A built-in plugin is called ${name}.`);
    } else if (there.has(holder)) throw new Error(`The plugin in ${holder} is called ${name} already.`);
    else this.#tried.delete(holder);
  }

  /** Gives the plugin's name: the one that it had, or its entry's, when the new version does not serve. */
  async #load(
    file: string,
    load: () => Promise<unknown>,
    { known, entry, root, isAgain = false, refuse }: Origin,
  ): Promise<Outcome> {
    const { only, log } = this.#options;
    let name = known ?? entry;
    let definition: PluginDefinition | null = null;
    const context = watchedContext(
      this.registry,
      log,
      { name: entry, root },
      () => definition === null || !isInfrastructure(definition),
    );
    ownRoot(context);
    try {
      definition = await inPlugin(context, async () => readDefinition(await this.#inTime(load(), () => {})));
      const { version } = definition;
      context.name = definition.name;
      refuse(definition.name);
      if (known === null) ({ name } = definition);
      if (only !== null && !only.has(definition.name) && !isInfrastructure(definition)) {
        this.registry.note({ name: definition.name, version, file, status: "off", error: null });
        return { name: definition.name, lacks: null };
      }
      const provided = await this.#open(definition, context);
      await this.#claim(name, file, provided);
      await this.#prepare(provided, context, [definition.name, name]);
      const status = provided.length > 0 ? "loaded" : "off";
      this.#swap({ name: definition.name, version, file, status, error: null }, provided, name, context);
      if (file !== BUILT_IN) log.info(`The plugin ${definition.name} ${version} is loaded.`);
      return { name: definition.name, lacks: null };
    } catch (error) {
      const isWaiting = error instanceof TakenModel || error instanceof MigrationsWait;
      // It is tried again at each look, and nobody needs to read of it again.
      if (!(isWaiting && isAgain)) this.#noteFailure(name, file, error);
      return { name, lacks: error instanceof MissingPlugin ? error.needed : null, isWaiting };
    }
  }

  #open(definition: PluginDefinition, context: PluginContext): Promise<Provided[]> {
    const work = inPlugin(context, () =>
      openDrivers(definition, this.#options.host, this.registry, this.#options.changed),
    );
    return this.#inTime(work, (late) => void closeDrivers(late));
  }

  /** Throws TakenModel when a model belongs to another provider; then nothing of the version stays open. */
  async #claim(former: string, file: string, provided: readonly Provided[]): Promise<void> {
    for (const each of provided) {
      if (each.point !== "modelProvider" || this.#claims === null) continue;
      const { id, models } = each.driver;
      const refused = await this.#claims.claim({
        provider: id,
        models: models.map((model) => model.id),
        former: this.registry.of(former, "modelProvider").map((provider) => provider.id),
        isBuiltIn: file === BUILT_IN,
      });
      if (refused === null) continue;
      await closeDrivers(provided);
      throw new TakenModel(refused);
    }
  }

  /** Runs the migrations of a service; throws when they fail, and then nothing of the version stays open. */
  async #prepare(provided: Provided[], context: PluginContext, own: readonly string[]): Promise<void> {
    const { prepare } = this.#options;
    for (const each of provided) {
      if (each.point !== "service" || prepare === undefined) continue;
      const { driver } = each;
      try {
        // another plugin's name or drivers would be refused after its tables were changed
        const holder = this.registry.holderOf("service", driver.name);
        if (holder !== null && !own.includes(holder))
          throw new Error(`The plugin ${holder} provides service "${driver.name}" already.`);
        each.driver = await inPlugin(context, () => prepare(driver));
      } catch (error) {
        await closeDrivers(provided);
        throw error;
      }
    }
  }

  #swap(plugin: LoadedPlugin, provided: readonly Provided[], former: string, context: PluginContext): void {
    try {
      if (this.#isStopped) throw new Error("The process stops.");
      this.registry.swap(plugin, provided, former, context);
    } catch (error) {
      void closeDrivers(provided);
      throw error;
    }
  }

  #noteFailure(name: string, file: string, error: unknown): void {
    const serving = this.registry.find(name);
    const message = reasonOf(error);
    this.#options.log.error({ file, plugin: name }, `A plugin was not loaded: ${message}`);
    const keeps = serving?.status === "loaded" || (serving?.status === "failed" && serving.version !== "");
    this.registry.note({
      name,
      version: keeps ? serving.version : "",
      file,
      status: "failed",
      error: keeps ? `${message} Version ${serving.version} keeps serving.` : message,
    });
  }

  /** Rejects when patience ends; `late` gets what the work gives after that. */
  async #inTime<T>(work: Promise<T>, late: (given: T) => void): Promise<T> {
    const { patienceMs = PATIENCE_MS } = this.#options;
    const { promise: over, reject } = Promise.withResolvers<never>();
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      reject(new Error(`It did not start within ${patienceMs / 1000} s.`));
    }, patienceMs);
    work.then((given) => isOver && late(given)).catch(() => {});
    return Promise.race([work, over]).finally(() => clearTimeout(timer));
  }
}
