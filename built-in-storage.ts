import type { PluginDefinition } from "./plugins/kit/define-plugin.js";
import disk from "./plugins/storage/disk/index.js";
import gcs from "./plugins/storage/gcs/index.js";
import s3 from "./plugins/storage/s3/index.js";

/** The stores that Kiln brings along, apart from the other plugins: the process that carries media loads nothing else. */
export const BUILT_IN_STORAGE: readonly PluginDefinition[] = [disk, gcs, s3];

/** The plugin of a `STORAGE_URL` among them, or null. */
export const builtInStorage = (storageUrl: string) =>
  BUILT_IN_STORAGE.flatMap(({ provides }) =>
    typeof provides.storageDriver === "object" ? [provides.storageDriver] : [],
  ).find(({ scheme }) => storageUrl.startsWith(`${scheme}:`)) ?? null;
