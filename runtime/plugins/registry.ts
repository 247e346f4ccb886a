import type { PointName, PluginPoints } from "../../plugins/kit/define-plugin.js";
import { contextOf, type PluginContext } from "./plugin-context.js";
import { type Tracked, track } from "./tracked-driver.js";

export interface LoadedPlugin {
  name: string;
  version: string;
  /** Where it was loaded from; "built in" for ours. */
  file: string;
  /** `failed` with a version still serving means: the newest one was refused. */
  status: "loaded" | "failed" | "off";
  error: string | null;
}

/** One driver of a plugin. */
export type Provided = { [P in PointName]: { point: P; name: string; driver: PluginPoints[P] } }[PointName];

interface Served {
  point: PointName;
  name: string;
  tracked: Tracked<PluginPoints[PointName]>;
}

/** Is told of a driver that could not be closed. */
type Report = (plugin: string, error: unknown) => void;

/**
 * What the plugins of this process provide, by extension point and driver name. A new version takes the
 * place of the old one in one step: who asks gets either, calls in hand finish on what they have. A driver
 * whose place was taken is closed after the last call on it.
 */
export class PluginRegistry {
  readonly #report: Report;
  #provided = new Map<string, readonly Served[]>();
  /** By what was handed out. */
  readonly #tracked = new WeakMap<object, Tracked<PluginPoints[PointName]>>();
  readonly #plugins = new Map<string, LoadedPlugin>();
  readonly #listeners = new Set<() => void>();

  constructor(report: Report = () => {}) {
    this.#report = report;
  }

  /**
   * Puts a plugin in the place of the one with its name, and of the one called `former`, which it was before. Throws when
   * another plugin provides one of the drivers; then nothing changes.
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
    this.#plugins.delete(former);
    this.#provided = all.set(plugin.name, served);
    this.#plugins.set(plugin.name, plugin);
    this.#changed();
    void this.#retire(plugin.name, before);
  }

  remove(name: string): void {
    this.#plugins.delete(name);
    this.#takeAway(name);
  }

  /** Takes away what a plugin provides, and keeps it in the operator's list with the reason. */
  switchOff(name: string, error: string): void {
    const plugin = this.#plugins.get(name);
    if (plugin) this.#plugins.set(name, { ...plugin, status: "off", error });
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

  /** Closes every driver, each once its last call has ended; they stay to be found. For the end of the process. */
  async close(): Promise<void> {
    await Promise.all([...this.#provided].map(([name, served]) => this.#retire(name, served)));
  }

  /** Work of several calls on one driver, which is not closed before its end. */
  async use<T>(driver: PluginPoints[PointName], work: () => Promise<T>): Promise<T> {
    const release = this.#tracked.get(driver)?.retain();
    try {
      return await work();
    } finally {
      release?.();
    }
  }

  /** Work with a plugin's own functions that the driver lists and does not have: it counts as a call, in the plugin's name. */
  inName<T>(driver: PluginPoints[PointName], work: () => Promise<T>): Promise<T> {
    return this.#tracked.get(driver)?.run(work) ?? work();
  }

  /** What the operator reads of a plugin, without a change of what serves. */
  note(plugin: LoadedPlugin): void {
    this.#plugins.set(plugin.name, plugin);
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

  /** What a plugin provides at one extension point. */
  of<P extends PointName>(name: string, point: P): PluginPoints[P][] {
    return (this.#provided.get(name) ?? [])
      .filter((entry) => entry.point === point)
      .map(({ tracked }) => tracked.driver as PluginPoints[P]);
  }

  get plugins(): LoadedPlugin[] {
    return [...this.#plugins.values()];
  }

  find(name: string): LoadedPlugin | null {
    return this.#plugins.get(name) ?? null;
  }

  /** Called after every change; gives the function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The plugin that provides a driver; null: none does. */
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
