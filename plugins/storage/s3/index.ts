import { bucketOf, openBucket } from "../../kit/object-store/open-bucket.js";
import { definePlugin } from "../../kit/define-plugin.js";

/**
 * Media in an S3 bucket, or a compatible store at S3_ENDPOINT (`STORAGE_URL=s3://bucket/prefix`). Credentials as the
 * AWS SDK finds them: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the machine's role.
 */
export default definePlugin({
  name: "storage-s3",
  version: "1.0.0",
  provides: {
    storageDriver: {
      scheme: "s3",
      async open(url, host) {
        const { bucket, prefix } = bucketOf(url);
        // The SDK is large: only who uses it loads it.
        const { S3Store } = await import("./s3-store.js");
        const store = new S3Store(bucket, host.env, { warn: (message) => host.log.warn(message) });
        return { driver: openBucket(store, prefix, host) };
      },
    },
  },
});
