import type { PointName, PluginPoints } from "../../plugins/kit/define-plugin.js";

export interface LoadedPlugin {
  name: string;
  version: string;
  /** Where it was loaded from; "built in" for ours. */
  file: string;
  status: "loaded" | "failed" | "off";
  error: string | null;
}

/** What the plugins of this process provide, by extension point and driver name. */
export class PluginRegistry {
  readonly #drivers = new Map<PointName, Map<string, unknown>>();
  readonly #plugins = new Map<string, LoadedPlugin>();

  /** Throws when another plugin holds the name. */
  provide<P extends PointName>(point: P, name: string, driver: PluginPoints[P]): void {
    const drivers = this.#drivers.get(point) ?? new Map<string, unknown>();
    if (drivers.has(name)) throw new Error(`Another plugin provides ${point} "${name}".`);
    drivers.set(name, driver);
    this.#drivers.set(point, drivers);
  }

  all<P extends PointName>(point: P): PluginPoints[P][] {
    return [...(this.#drivers.get(point)?.values() ?? [])] as PluginPoints[P][];
  }

  get<P extends PointName>(point: P, name: string): PluginPoints[P] | undefined {
    return this.#drivers.get(point)?.get(name) as PluginPoints[P] | undefined;
  }

  note(plugin: LoadedPlugin): void {
    this.#plugins.set(plugin.name, plugin);
  }

  get plugins(): LoadedPlugin[] {
    return [...this.#plugins.values()];
  }
}
