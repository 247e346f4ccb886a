import type { PluginDefinition, PluginPoints } from "../../plugins/kit/define-plugin.js";
import type { StorageDriver } from "../../plugins/kit/storage-driver.js";

/** Opens the storage driver of a plugin with an environment of its own. */
export async function openBucketDriver(
  plugin: PluginDefinition,
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<StorageDriver> {
  const point = plugin.provides.storageDriver as PluginPoints["storageDriver"];
  const { driver } = await point.open(new URL(url), {
    env,
    baseUrl: "http://localhost",
    dataDir: "",
    deriveKey: () => Buffer.alloc(32),
    log: { info: () => {}, warn: () => {} },
  });
  return driver;
}
