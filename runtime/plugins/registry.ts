import type { PointName, PluginPoints } from "../../plugins/kit/define-plugin.js";

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

/**
 * What the plugins of this process provide, by extension point and driver name. A new version takes the
 * place of the old one in one step: who asks gets either, calls in hand finish on what they have.
 */
export class PluginRegistry {
  #provided = new Map<string, readonly Provided[]>();
  readonly #plugins = new Map<string, LoadedPlugin>();
  readonly #listeners = new Set<() => void>();

  /** Throws when another plugin provides one of the drivers; then nothing changes. */
  swap(plugin: LoadedPlugin, provided: readonly Provided[]): void {
    for (const { point, name } of provided) {
      const holder = this.#holderOf(point, name);
      if (holder !== null && holder !== plugin.name)
        throw new Error(`The plugin ${holder} provides ${point} "${name}" already.`);
    }
    this.#provided = new Map(this.#provided).set(plugin.name, provided);
    this.#plugins.set(plugin.name, plugin);
    this.#changed();
  }

  remove(name: string): void {
    const rest = new Map(this.#provided);
    rest.delete(name);
    this.#provided = rest;
    this.#plugins.delete(name);
    this.#changed();
  }

  /** What the operator reads of a plugin, without a change of what serves. */
  note(plugin: LoadedPlugin): void {
    this.#plugins.set(plugin.name, plugin);
  }

  all<P extends PointName>(point: P): PluginPoints[P][] {
    return [...this.#provided.values()]
      .flat()
      .filter((entry) => entry.point === point)
      .map(({ driver }) => driver as PluginPoints[P]);
  }

  get<P extends PointName>(point: P, name: string): PluginPoints[P] | undefined {
    for (const entries of this.#provided.values()) {
      const found = entries.find((entry) => entry.point === point && entry.name === name);
      if (found) return found.driver as PluginPoints[P];
    }
    return undefined;
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

  #holderOf(point: PointName, name: string): string | null {
    for (const [plugin, entries] of this.#provided)
      if (entries.some((entry) => entry.point === point && entry.name === name)) return plugin;
    return null;
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }
}
