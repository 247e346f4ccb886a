import {
  kit,
  type PluginDefinition,
  type PluginHost,
  type PointName,
  type PluginPoints,
} from "../../plugins/kit/define-plugin.js";
import { namesProblem } from "./check-definition.js";
import { driverProblem } from "./check-driver.js";
import type { PluginRegistry, Provided } from "./registry.js";

/** The definition of a default export. Throws one sentence for what is none. */
export function readDefinition(exported: unknown): PluginDefinition {
  const definition = (
    typeof exported === "function" ? (exported as (given: typeof kit) => unknown)(kit) : exported
  ) as PluginDefinition;
  const problem = namesProblem(definition);
  if (problem !== null) throw new Error(problem);
  return definition;
}

/** Opens every driver of a definition for this process. Throws when a needed plugin is missing or a driver is not sound. */
export async function openDrivers(
  definition: PluginDefinition,
  host: PluginHost,
  registry: PluginRegistry,
): Promise<Provided[]> {
  for (const needed of definition.requires ?? []) {
    if (registry.find(needed)?.status !== "loaded")
      throw new Error(`It needs the plugin ${needed}, which is not loaded.`);
  }
  const provided: Provided[] = [];
  for (const [point, given] of Object.entries(definition.provides) as [PointName, unknown][]) {
    const driver = (
      typeof given === "function" ? await (given as (to: PluginHost) => unknown)(host) : given
    ) as PluginPoints[PointName] | null;
    if (driver === null) continue;
    const problem = driverProblem(point, driver);
    if (problem !== null) throw new Error(problem);
    provided.push({ point, name: "id" in driver ? driver.id : driver.scheme, driver } as Provided);
  }
  return provided;
}
