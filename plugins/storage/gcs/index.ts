import { access, constants } from "node:fs/promises";
import { ConfigError } from "../../../runtime/config/load-config.js";
import { bucketOf, openBucket } from "../../kit/object-store/open-bucket.js";
import { definePlugin } from "../../kit/define-plugin.js";

/**
 * Media in a bucket of Google Cloud Storage (`STORAGE_URL=gcs://bucket/prefix`). Credentials as Google's library finds
 * them: the key file of GOOGLE_APPLICATION_CREDENTIALS, or the machine's service account.
 */
export default definePlugin({
  name: "storage-gcs",
  version: "1.0.0",
  provides: {
    storageDriver: {
      scheme: "gcs",
      async open(url, host) {
        const { bucket, prefix } = bucketOf(url);
        await checkKeyFile(host.env.GOOGLE_APPLICATION_CREDENTIALS);
        // The library is large: only who uses it loads it.
        const { GcsStore } = await import("./gcs-store.js");
        return { driver: openBucket(new GcsStore(bucket, host.env), prefix, host) };
      },
    },
  },
});

/** Google's library would say so at the first request only. */
async function checkKeyFile(file: string | undefined): Promise<void> {
  if (!file) return;
  await access(file, constants.R_OK).catch(() => {
    throw new ConfigError("GOOGLE_APPLICATION_CREDENTIALS must be a key file that this process can read.");
  });
}
