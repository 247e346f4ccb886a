import type {
  PluginDefinition,
  PluginHost,
  PointName,
  PluginPoints,
} from "../../plugins/kit/define-plugin.js";
import { kit } from "../../plugins/kit/kit.js";
import type { ModelProvider } from "../../plugins/kit/model-provider.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import { ConfigError } from "../config/load-config.js";
import { fromDatabase } from "../errors/from-database.js";
import { reasonOf } from "../errors/reason-of.js";
import type { EdgeRoute } from "../http/edge.js";
import { namesProblem } from "./check-definition.js";
import { driverProblem } from "./check-driver.js";
import { readOnce } from "./declared-data.js";
import type { PluginRegistry, Provided } from "./registry.js";

/** Returns the definition of a default export. Throws one sentence if the export is not a plugin. */
export function readDefinition(given: unknown): PluginDefinition {
  const exported = unwrap(given);
  const definition = (
    typeof exported === "function" ? (exported as (given: typeof kit) => unknown)(kit) : exported
  ) as PluginDefinition;
  const problem = namesProblem(definition);
  if (problem !== null) throw new Error(problem);
  return definition;
}

/** Returns the default export itself: CommonJS compiled from ES modules keeps it one level deeper. */
function unwrap(exported: unknown): unknown {
  if (typeof exported !== "object" || exported === null || "provides" in exported) return exported;
  return "default" in exported ? exported.default : exported;
}

/** Applies the operator's files to a provider. */
export type ChangeProvider = (driver: ModelProvider) => ModelProvider;

/** The error of a plugin that needs another one which is not loaded. */
export class MissingPlugin extends Error {
  readonly needed: string;

  constructor(needed: string) {
    super(`It needs the plugin ${needed}, which is not loaded.`);
    this.needed = needed;
  }
}

/** The error of a plugin whose provider declares a model that belongs to another provider. */
export class TakenModel extends Error {}

/** The error of a plugin whose models could not be claimed, because the database did not take the claims. */
export class ClaimsWait extends Error {
  constructor(provider: string, cause: unknown) {
    super(`The models of ${provider} cannot be claimed now: ${reasonOf(fromDatabase(cause))}`, { cause });
  }
}

/** Closes drivers that serve nobody, and ignores the errors that they throw. */
export async function closeDrivers(provided: readonly { driver: object }[]): Promise<void> {
  await Promise.allSettled(
    provided.map(async ({ driver }) => (driver as { close?(): Promise<void> }).close?.()),
  );
}

/**
 * Opens every driver of a definition for this process. Throws MissingPlugin or the fault of a driver, and
 * leaves none of the drivers open then.
 */
export async function openDrivers(
  definition: PluginDefinition,
  host: PluginHost,
  registry: PluginRegistry,
  changed: ChangeProvider = (driver) => driver,
): Promise<Provided[]> {
  for (const needed of definition.requires ?? []) {
    if (registry.find(needed)?.status !== "loaded") throw new MissingPlugin(needed);
  }
  const provided: Provided[] = [];
  try {
    await openAll(definition, host, provided, changed);
  } catch (error) {
    await closeDrivers(provided);
    throw error;
  }
  return provided;
}

async function openAll(
  definition: PluginDefinition,
  host: PluginHost,
  provided: Provided[],
  changed: ChangeProvider,
): Promise<void> {
  for (const [point, given] of Object.entries(definition.provides) as [PointName, unknown][]) {
    const opened = typeof given === "function" ? await (given as (to: PluginHost) => unknown)(host) : given;
    if (opened === null) continue;
    const drivers = (Array.isArray(opened) ? opened : [opened]) as PluginPoints[PointName][];
    for (const [index, given] of drivers.entries()) {
      try {
        provided.push(soundDriver(point, given, changed));
      } catch (error) {
        await closeDrivers(drivers.slice(index).map((left) => ({ driver: Object(left) })));
        throw error;
      }
    }
  }
}

/** Returns a driver whose data are read and sound. Throws the reason why it cannot serve. */
function soundDriver(point: PointName, given: PluginPoints[PointName], changed: ChangeProvider): Provided {
  const read = readOnce(point, given);
  const problem = driverProblem(point, read);
  if (problem !== null) throw new Error(problem);
  const driver = point === "modelProvider" ? changed(read as ModelProvider) : read;
  return { point, name: nameOf(driver), driver } as Provided;
}

/**
 * Opens the storage driver for the scheme of `STORAGE_URL`. Throws ConfigError if no plugin has that scheme.
 */
export async function openStorage(
  storageUrl: string,
  plugins: PluginRegistry,
  host: PluginHost,
): Promise<{ driver: StorageDriver; edge: readonly EdgeRoute[] }> {
  const scheme = storageUrl.slice(0, storageUrl.indexOf(":"));
  const point = plugins.get("storageDriver", scheme);
  if (!point) {
    const known = plugins.all("storageDriver").map((driver) => `${driver.scheme}:`);
    throw new ConfigError(`STORAGE_URL must have one of the schemes ${known.join(", ")}, not "${scheme}:".`);
  }
  const { driver, edge = [] } = await point.open(new URL(storageUrl), host);
  return { driver, edge };
}

/**
 * Returns the name by which the registry finds a driver: `<type>@<version>`, its id, its scheme or its name.
 */
function nameOf(driver: PluginPoints[PointName]): string {
  if ("type" in driver) return `${driver.type}@${driver.version}`;
  if ("id" in driver) return driver.id;
  return "scheme" in driver ? driver.scheme : driver.name;
}
