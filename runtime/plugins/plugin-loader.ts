import { type FSWatcher, mkdirSync, watch } from "node:fs";
import type { PluginDefinition } from "../../plugins/kit/define-plugin.js";
import { ConfigError } from "../config/load-config.js";
import { importFresh } from "./fresh-imports.js";
import { within } from "../concurrency/within.js";
import type { ModelClaims } from "./model-claims.js";
import { type PluginFile, type PluginFiles, PluginFolder, type StrangeEntry } from "./plugin-files.js";
import { BUILT_IN, type Outcome, VersionLoader, type VersionLoaderOptions } from "./load-version.js";
import { PluginRegistry } from "./registry.js";

export interface PluginLoaderOptions extends VersionLoaderOptions {
  /** The default exports of the built-in plugins, whose names are known even if they fail to load. */
  builtIn: readonly PluginDefinition[];
  pluginsDir: string;
  /** Decides which provider a model id belongs to; by default any provider may have any id. */
  claims?: (registry: PluginRegistry) => Pick<ModelClaims, "claim">;
}

/** The last attempt to load an entry. */
interface Tried extends Outcome {
  label: string;
  hash: string;
}

/** Returns the name under which an entry is listed. */
const listedAs = ({ name, label }: Tried): string => name ?? label;

const DEBOUNCE_MS = 150;
/** The milliseconds between two polls, which find changes whose file system event was lost. */
const POLL_MS = 2000;
/** The milliseconds for which the end of the process waits for drivers to close. */
const CLOSE_MS = 5000;

/**
 * Loads the plugins of this process and follows additions, edits and removals in PLUGINS_DIR while it runs.
 * If a version fails, the old one goes on serving and the failure is shown in the operator's list.
 */
export class PluginLoader {
  readonly registry: PluginRegistry;
  readonly #options: PluginLoaderOptions;
  readonly #folder: PluginFolder;
  /** The last attempt and its outcome by entry of PLUGINS_DIR. */
  readonly #tried = new Map<string, Tried>();
  /** The built-in plugins by name. */
  readonly #builtIn = new Map<string, PluginDefinition>();
  readonly #versions: VersionLoader;
  /** The entries that are not plugins, as the operator's list shows them. */
  #strange: readonly StrangeEntry[] = [];
  #watcher: FSWatcher | null = null;
  #timers: NodeJS.Timeout[] = [];
  #working: Promise<unknown> = Promise.resolve();
  /** The scan that waits for its turn; it covers every request made meanwhile. */
  #waiting: Promise<void> | null = null;
  #isStopped = false;

  constructor(options: PluginLoaderOptions) {
    const { log, pluginsDir } = options;
    this.#options = options;
    this.#folder = new PluginFolder(pluginsDir);
    this.registry = new PluginRegistry((plugin, error) =>
      log.warn({ plugin, err: error }, "a change of a plugin was not taken over everywhere"),
    );
    this.#versions = new VersionLoader(this.registry, options.claims?.(this.registry) ?? null, options);
  }

  /** Loads everything once. Throws ConfigError if `SERVICES` names a plugin that does not exist. */
  async start(): Promise<PluginRegistry> {
    for (const definition of this.#options.builtIn) {
      this.#builtIn.set(definition.name, definition);
      await this.#loadBuiltIn(definition);
    }
    await this.scan();
    const found = this.registry.plugins.map(({ name }) => name);
    for (const name of this.#options.only ?? []) {
      if (!found.includes(name) && !this.#tried.has(name))
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

  /** Loads nothing from now on; loaded plugins go on serving. */
  stop(): void {
    this.#isStopped = true;
    this.#versions.stop();
    this.#watcher?.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Closes every driver at the end of the process, when nobody calls them any more. */
  async close(): Promise<void> {
    this.stop();
    await within(CLOSE_MS, this.#working);
    await within(CLOSE_MS, this.registry.close());
  }

  /** Brings the registry in step with the folder, after every scan and reload that was requested before. */
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
   * Loads a plugin again even if its bytes are the same; the drivers of a built-in one are opened anew.
   * Reloads and scans take turns, so that no two versions are loaded side by side. An entry whose plugin has no name
   * yet has its own name here. Returns false for an unknown plugin.
   */
  reload(name: string): Promise<boolean> {
    return this.#next(async () => {
      if (this.#isStopped) return false;
      const builtIn = this.#builtIn.get(name);
      if (builtIn !== undefined) {
        await this.#loadBuiltIn(builtIn);
        return true;
      }
      const entry = this.#entryOf(name);
      if (entry === null) return false;
      const { files, unsettled } = await this.#folder.look();
      const file = files.find((each) => each.entry === entry);
      if (!file) return false;
      const there = new Set([...files.map((each) => each.entry), ...unsettled]);
      await this.#loadFile({ ...file, hash: `${file.hash}-${Date.now()}` }, file.hash, there);
      return true;
    });
  }

  #entryOf(name: string): string | null {
    const tried = [...this.#tried];
    const found =
      tried.find(([, each]) => listedAs(each) === name) ??
      tried.find(([entry, each]) => each.name === null && entry === name);
    return found?.[0] ?? null;
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
    // A plugin that needs another one may have been tried before that one was loaded.
    const isDue = ({ entry }: PluginFile) => this.registry.find(this.#lacking(entry))?.status === "loaded";
    for (let file = files.find(isDue); file; file = files.find(isDue))
      await this.#loadFile(file, file.hash, there);
    for (const [entry, tried] of this.#tried) {
      if (there.has(entry)) continue;
      this.#tried.delete(entry);
      this.registry.remove(listedAs(tried));
      this.#options.log.info(`The plugin ${listedAs(tried)} was removed.`);
    }
  }

  /**
   * Shows entries that are not plugins in the operator's list, with the reason, for as long as they exist.
   */
  #nameStrange({ strange }: PluginFiles): void {
    const before = this.#strange;
    this.#strange = strange;
    for (const { label } of before)
      if (!strange.some((each) => each.label === label)) this.registry.remove(label);
    for (const { label, path, reason } of strange) {
      if (before.some((each) => each.label === label && each.reason === reason)) continue;
      this.#options.log.warn({ file: path }, `${label} in PLUGINS_DIR is no plugin: ${reason}`);
      this.registry.refuse(label, path, reason);
    }
  }

  #lacking(entry: string): string {
    return this.#tried.get(entry)?.lacks ?? "";
  }

  #loadBuiltIn(definition: PluginDefinition): Promise<Outcome> {
    const { name } = definition;
    return this.#versions.load(BUILT_IN, async () => definition, {
      known: name,
      label: name,
      root: "",
      refuse: () => {},
    });
  }

  /**
   * Loads one file. `there` holds the entries of the folder: a plugin whose file was renamed continues under
   * the new entry.
   */
  async #loadFile(found: PluginFile, contentHash: string, there: ReadonlySet<string>): Promise<void> {
    const { entry, label, file, root, hash } = found;
    const before = this.#tried.get(entry);
    const load = async () => (await importFresh(file, root, hash)).default;
    const outcome = await this.#versions.load(file, load, {
      known: before?.name ?? null,
      label,
      root,
      isAgain: before?.isWaiting === true,
      refuse: (name) => this.#refuseNamesake(name, entry, there),
    });
    const tried = { hash: contentHash, label, ...outcome };
    if (before !== undefined && listedAs(before) !== listedAs(tried)) this.registry.remove(listedAs(before));
    this.#tried.set(entry, tried);
  }

  /** Throws if another plugin has the name. */
  #refuseNamesake(name: string, entry: string, there: ReadonlySet<string>): void {
    const holder = [...this.#tried].find(([other, tried]) => other !== entry && tried.name === name)?.[0];
    if (holder === undefined) {
      if (this.#builtIn.has(name)) throw new Error(`A built-in plugin is called ${name}.`);
    } else if (there.has(holder)) throw new Error(`The plugin in ${holder} is called ${name} already.`);
    else this.#tried.delete(holder);
  }
}
