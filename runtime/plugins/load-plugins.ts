import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  kit,
  type PluginDefinition,
  type PluginExport,
  type PluginHost,
  type PointName,
  type PluginPoints,
} from "../../plugins/kit/define-plugin.js";
import { ConfigError } from "../config/load-config.js";
import type { Logger } from "../log.js";
import { PluginRegistry } from "./registry.js";
import { namesProblem } from "./check-definition.js";

interface Source {
  file: string;
  load(): Promise<unknown>;
}

export interface LoadOptions {
  /** Built-in plugins, by the modules' default exports. */
  builtIn: readonly PluginExport[];
  pluginsDir: string;
  /** Names that `SERVICES` narrows to; null takes all. */
  only: ReadonlySet<string> | null;
  host: PluginHost;
  log: Logger;
}

/**
 * Loads the plugins of this process at its start. One that fails is named in the operator's list and
 * in the log, and does not keep the others from serving.
 */
export async function loadPlugins({
  builtIn,
  pluginsDir,
  only,
  host,
  log,
}: LoadOptions): Promise<PluginRegistry> {
  const registry = new PluginRegistry();
  const sources: Source[] = [
    ...builtIn.map((value) => ({ file: "built in", load: async () => value })),
    ...pluginFiles(pluginsDir).map((file) => ({
      file,
      load: async () => ((await import(pathToFileURL(file).href)) as { default?: unknown }).default,
    })),
  ];
  const found = new Set<string>();
  for (const { file, load } of sources) {
    let name = file;
    try {
      const definition = resolve(await load());
      name = definition.name;
      found.add(name);
      if (only !== null && !only.has(name) && !isInfrastructure(definition)) continue;
      for (const needed of definition.requires ?? []) {
        if (!registry.plugins.some((plugin) => plugin.name === needed && plugin.status === "loaded"))
          throw new Error(`It needs the plugin ${needed}, which is not loaded.`);
      }
      const isOn = await provideAll(registry, definition, host);
      registry.note({
        name,
        version: definition.version,
        file,
        status: isOn ? "loaded" : "off",
        error: null,
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      log.error({ file, plugin: name }, `a plugin was not loaded: ${message}`);
      registry.note({ name, version: "", file, status: "failed", error: message });
    }
  }
  for (const name of only ?? [])
    if (!found.has(name))
      throw new ConfigError(`SERVICES names plugins.${name}, which is not one of: ${[...found].join(", ")}.`);
  return registry;
}

/** Drivers that every process needs, whatever it hosts. */
const isInfrastructure = (definition: PluginDefinition): boolean => "storageDriver" in definition.provides;

function resolve(exported: unknown): PluginDefinition {
  const definition = (
    typeof exported === "function" ? (exported as (given: typeof kit) => unknown)(kit) : exported
  ) as PluginDefinition;
  const problem = namesProblem(definition);
  if (problem !== null) throw new Error(problem);
  return definition;
}

async function provideAll(
  registry: PluginRegistry,
  definition: PluginDefinition,
  host: PluginHost,
): Promise<boolean> {
  let isOn = false;
  for (const [point, given] of Object.entries(definition.provides) as [PointName, unknown][]) {
    const driver = (
      typeof given === "function" ? await (given as (to: PluginHost) => unknown)(host) : given
    ) as PluginPoints[PointName] | null;
    if (driver === null) continue;
    registry.provide(point, "id" in driver ? driver.id : driver.scheme, driver);
    isOn = true;
  }
  return isOn;
}

function pluginFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !entry.name.startsWith("."))
    .map((entry) =>
      entry.isDirectory()
        ? indexOf(join(folder, entry.name))
        : /\.m?js$/.test(entry.name)
          ? join(folder, entry.name)
          : null,
    )
    .filter((file) => file !== null)
    .toSorted();
}

const indexOf = (folder: string): string | null =>
  ["index.js", "index.mjs"].map((name) => join(folder, name)).find((file) => existsSync(file)) ?? null;
