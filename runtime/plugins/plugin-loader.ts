import { existsSync, type FSWatcher, mkdirSync, watch } from "node:fs";
import type {
  PluginDefinition,
  PluginExport,
  PluginHost,
  PointName,
} from "../../plugins/kit/define-plugin.js";
import { ConfigError } from "../config/load-config.js";
import { importFresh } from "../fresh-imports.js";
import type { Logger } from "../log.js";
import { type PluginFile, pluginFiles } from "./plugin-files.js";
import { openDrivers, readDefinition } from "./read-plugin.js";
import { PluginRegistry } from "./registry.js";

export interface PluginLoaderOptions {
  /** Built-in plugins, by the modules' default exports. */
  builtIn: readonly PluginExport[];
  pluginsDir: string;
  /** Names that `SERVICES` narrows to; null takes all. */
  only: ReadonlySet<string> | null;
  host: PluginHost;
  log: Logger;
}

/** What does the work of some processes only. Every process needs the other drivers, whatever it hosts. */
const NARROWED: readonly string[] = ["modelProvider", "textModel"] satisfies PointName[];

/** `SERVICES` narrows only who makes media and texts. */
const isInfrastructure = ({ provides }: PluginDefinition): boolean =>
  Object.keys(provides).some((point) => !NARROWED.includes(point));

const DEBOUNCE_MS = 150;
/** Covers a lost event of the file system. */
const POLL_MS = 2000;

/**
 * Loads the plugins of this process, and follows PLUGINS_DIR while it runs: added, edited and removed
 * ones. A version that fails leaves the old one serving and is named in the operator's list.
 */
export class PluginLoader {
  readonly registry = new PluginRegistry();
  readonly #options: PluginLoaderOptions;
  /** By entry of PLUGINS_DIR: what was tried last, and the plugin's name if it has one. */
  readonly #tried = new Map<string, { hash: string; name: string }>();
  #watcher: FSWatcher | null = null;
  #timers: NodeJS.Timeout[] = [];
  #scanning: Promise<void> = Promise.resolve();

  constructor(options: PluginLoaderOptions) {
    this.#options = options;
  }

  /** Loads everything once. Throws ConfigError when `SERVICES` names a plugin that there is not. */
  async start(): Promise<PluginRegistry> {
    for (const value of this.#options.builtIn) await this.#load("built in", "built in", async () => value);
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

  stop(): void {
    this.#watcher?.close();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  /** Brings the registry in step with the folder; one scan at a time. */
  scan(): Promise<void> {
    this.#scanning = this.#scanning
      .then(() => this.#scan())
      .catch((error: unknown) =>
        this.#options.log.warn({ err: error }, "the plugin folder could not be read"),
      );
    return this.#scanning;
  }

  /** Loads a plugin of the folder again, also when its bytes are the same. False for an unknown or built-in one. */
  async reload(name: string): Promise<boolean> {
    const entry = [...this.#tried].find(([, tried]) => tried.name === name)?.[0];
    const file =
      entry === undefined
        ? undefined
        : pluginFiles(this.#options.pluginsDir).find((each) => each.entry === entry);
    if (!file) return false;
    await this.#loadFile({ ...file, hash: `${file.hash}-${Date.now()}` }, file.hash);
    return true;
  }

  async #scan(): Promise<void> {
    if (!existsSync(this.#options.pluginsDir) && this.#tried.size === 0) return;
    const files = pluginFiles(this.#options.pluginsDir);
    for (const file of files) {
      if (this.#tried.get(file.entry)?.hash !== file.hash) await this.#loadFile(file, file.hash);
    }
    const there = new Set(files.map(({ entry }) => entry));
    for (const [entry, { name }] of this.#tried) {
      if (there.has(entry)) continue;
      this.#tried.delete(entry);
      this.registry.remove(name);
      this.#options.log.info(`The plugin ${name} was removed.`);
    }
  }

  async #loadFile({ entry, file, root, hash }: PluginFile, contentHash: string): Promise<void> {
    const known = this.#tried.get(entry)?.name;
    const name = await this.#load(
      file,
      known ?? entry,
      async () => (await importFresh(file, root, hash)).default,
    );
    if (known !== undefined && known !== name) this.registry.remove(known);
    this.#tried.set(entry, { hash: contentHash, name });
  }

  /** Gives the plugin's name; the given one when it could not be read. */
  async #load(file: string, fallback: string, load: () => Promise<unknown>): Promise<string> {
    const { only, host, log } = this.#options;
    let name = fallback;
    let version = "";
    try {
      const definition = readDefinition(await load());
      ({ name, version } = definition);
      if (only !== null && !only.has(name) && !isInfrastructure(definition)) {
        this.registry.note({ name, version, file, status: "off", error: null });
        return name;
      }
      const provided = await openDrivers(definition, host, this.registry);
      this.registry.swap(
        { name, version, file, status: provided.length > 0 ? "loaded" : "off", error: null },
        provided,
      );
      if (file !== "built in") log.info(`The plugin ${name} ${version} is loaded.`);
    } catch (error) {
      const serving = this.registry.find(name);
      const message = error instanceof Error ? error.message : String(error);
      log.error({ file, plugin: name }, `A plugin was not loaded: ${message}`);
      const keeps = serving?.status === "loaded" || (serving?.status === "failed" && serving.version !== "");
      this.registry.note({
        name,
        version: keeps ? serving.version : "",
        file,
        status: "failed",
        error: keeps ? `${message} Version ${serving.version} keeps serving.` : message,
      });
    }
    return name;
  }
}
