import type { PluginHost } from "../../plugins/kit/define-plugin.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";
import { ConfigError } from "../config/load-config.js";
import type { EdgeRoute } from "../http/edge.js";
import type { PluginRegistry } from "./registry.js";

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
