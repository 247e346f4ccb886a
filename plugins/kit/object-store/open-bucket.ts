import { ConfigError } from "../../../runtime/config/load-config.js";
import type { PluginHost } from "../define-plugin.js";
import type { ObjectStore } from "./object-store.js";
import { ObjectStoreDriver } from "./object-store-driver.js";
import { reasonOf } from "../../../runtime/errors/reason-of.js";

const CLEAN_EVERY_MS = 3600_000;
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,221}$/;

/**
 * Returns the bucket and the prefix of `<scheme>://bucket/prefix`; the prefix is empty or ends with a slash.
 * Throws ConfigError.
 */
export function bucketOf({ protocol, host, pathname, search, hash }: URL): {
  bucket: string;
  prefix: string;
} {
  if (!BUCKET.test(host) || search !== "" || hash !== "")
    throw new ConfigError(`STORAGE_URL must be ${protocol}//bucket or ${protocol}//bucket/prefix.`);
  const path = decodeURIComponent(pathname).replace(/^\/+|\/+$/g, "");
  return { bucket: host, prefix: path === "" ? "" : `${path}/` };
}

/**
 * Returns the driver of a bucket, and removes abandoned uploads and old marks once an hour until it is
 * closed.
 */
export function openBucket(store: ObjectStore, prefix: string, host: PluginHost): ObjectStoreDriver {
  const driver = new ObjectStoreDriver(store, prefix, () => clearInterval(timer));
  const clean = () =>
    driver
      .clean(Date.now())
      .catch((error: unknown) => host.log.warn(`the bucket could not be cleaned: ${reasonOf(error)}`));
  const timer = setInterval(() => void clean(), CLEAN_EVERY_MS).unref();
  return driver;
}
