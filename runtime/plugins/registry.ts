import type { PointName, PluginPoints } from "../../plugins/kit/define-plugin.js";
import { contextOf, type PluginContext } from "./plugin-context.js";
import { type LoadedPlugin, PluginList } from "./plugin-list.js";
import { type Tracked, track } from "./tracked-driver.js";

/** One driver of a plugin. */
export type Provided = { [P in PointName]: { point: P; name: string; driver: PluginPoints[P] } }[PointName];

interface Served {
  point: PointName;
  name: string;
  tracked: Tracked<PluginPoints[PointName]>;
}

/** Receives the error of a driver that could not be closed, or of a listener; then `plugin` is empty. */
type Report = (plugin: string, error: unknown) => void;

/**
 * The drivers of this process's plugins, by extension point and driver name. A new version replaces the old
 * one in one step: a look-up finds either of them, and running calls finish on the driver that they have. A
 * replaced driver is closed after its last call.
 */
export class PluginRegistry {
  readonly #report: Report;
  #provided = new Map<string, readonly Served[]>();
  /** The tracked drivers by the object that was handed out. */
  readonly #tracked = new WeakMap<object, Tracked<PluginPoints[PointName]>>();
  readonly #list = new PluginList();
  readonly #listeners = new Set<() => void>();

  constructor(report: Report = () => {}) {
    this.#report = report;
  }

  /**
   * Replaces the plugin of the same name, and the one of the name `former`, which the plugin had before.
   * Throws if another plugin provides one of the drivers; then nothing changes.
   */
  swap(
    plugin: LoadedPlugin,
    provided: readonly Provided[],
    former: string = plugin.name,
    context: PluginContext = contextOf(plugin.name),
  ): void {
    for (const { point, name } of provided) {
      const holder = this.holderOf(point, name);
      if (holder !== null && holder !== plugin.name && holder !== former)
        throw new Error(`The plugin ${holder} provides ${point} "${name}" already.`);
    }
    const served = provided.map(({ point, name, driver }) => ({
      point,
      name,
      tracked: track(driver, context),
    }));
    for (const { tracked } of served) this.#tracked.set(tracked.driver, tracked);
    const all = new Map(this.#provided);
    const before = [
      ...(all.get(plugin.name) ?? []),
      ...(former === plugin.name ? [] : (all.get(former) ?? [])),
    ];
    all.delete(former);
    if (former !== plugin.name) this.#list.remove(former);
    this.#provided = all.set(plugin.name, served);
    this.#list.serve(plugin, served.length > 0 ? context : null);
    this.#changed();
    void this.#retire(plugin.name, before);
  }

  remove(name: string): void {
    this.#list.remove(name);
    this.#takeAway(name);
  }

  /** Removes the drivers of a plugin and keeps the plugin in the operator's list with the reason. */
  switchOff(name: string, error: string): void {
    this.#list.switchOff(name, error);
    this.#takeAway(name);
  }

  #takeAway(name: string): void {
    const before = this.#provided.get(name) ?? [];
    const rest = new Map(this.#provided);
    rest.delete(name);
    this.#provided = rest;
    this.#changed();
    void this.#retire(name, before);
  }

  /** Closes every driver after its last call, for the end of the process. The drivers can still be found. */
  async close(): Promise<void> {
    await Promise.all([...this.#provided].map(([name, served]) => this.#retire(name, served)));
  }

  /**
   * Does work that makes several calls on one driver; a driver that is replaced meanwhile is closed only
   * after it.
   */
  async use<T>(driver: PluginPoints[PointName], work: () => Promise<T>): Promise<T> {
    const release = this.#tracked.get(driver)?.retain();
    try {
      return await work();
    } finally {
      release?.();
    }
  }

  /**
   * Runs functions of a plugin that its driver lists but does not contain, as a call on the driver and in the
   * plugin's context.
   */
  inName<T>(driver: PluginPoints[PointName], work: () => Promise<T>): Promise<T> {
    return this.#tracked.get(driver)?.run(work) ?? work();
  }

  /** Lists a version that was refused, without changing what serves. */
  refuse(name: string, file: string, reason: string): void {
    this.#list.refuse(name, file, reason);
  }

  /** Shows a fault of the version that serves in the operator's list, beside the plugin. */
  noteFault(name: string, sentence: string): void {
    this.#list.noteFault(name, sentence);
  }

  /** Returns the version whose drivers serve in a context; null if they were replaced, or never served. */
  versionOf(context: PluginContext): string | null {
    return this.#list.versionOf(context);
  }

  all<P extends PointName>(point: P): PluginPoints[P][] {
    return [...this.#provided.values()]
      .flat()
      .filter((entry) => entry.point === point)
      .map(({ tracked }) => tracked.driver as PluginPoints[P]);
  }

  get<P extends PointName>(point: P, name: string): PluginPoints[P] | undefined {
    for (const entries of this.#provided.values()) {
      const found = entries.find((entry) => entry.point === point && entry.name === name);
      if (found) return found.tracked.driver as PluginPoints[P];
    }
    return undefined;
  }

  /** Returns the drivers of a plugin at one extension point. */
  of<P extends PointName>(name: string, point: P): PluginPoints[P][] {
    return (this.#provided.get(name) ?? [])
      .filter((entry) => entry.point === point)
      .map(({ tracked }) => tracked.driver as PluginPoints[P]);
  }

  get plugins(): LoadedPlugin[] {
    return this.#list.all;
  }

  find(name: string): LoadedPlugin | null {
    return this.#list.find(name);
  }

  /** Calls the listener after every change of the drivers until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the plugin that provides a driver, or null. */
  holderOf(point: PointName, name: string): string | null {
    for (const [plugin, entries] of this.#provided)
      if (entries.some((entry) => entry.point === point && entry.name === name)) return plugin;
    return null;
  }

  async #retire(plugin: string, served: readonly Served[]): Promise<void> {
    const closings = served.map(({ tracked }) =>
      tracked.retire().catch((error: unknown) => this.#report(plugin, error)),
    );
    await Promise.all(closings);
  }

  #changed(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        this.#report("", error);
      }
    }
  }
}
