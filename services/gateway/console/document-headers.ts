import type { Config } from "../../../runtime/config/load-config.js";

/**
 * Returns the headers of the console's document, which runs only its own files. Where the store is a bucket,
 * media come from there and uploads go there, so its host is allowed for these alone.
 */
export function documentHeaders(config: Pick<Config, "storageUrl" | "env">): Record<string, string> {
  const store = storeOrigins(config);
  const media = ["'self'", ...store].join(" ");
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'self'",
      ...(store.length > 0 ? [`img-src ${media}`, `media-src ${media}`, `connect-src ${media}`] : []),
      "object-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join("; "),
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
  };
}

function storeOrigins({ storageUrl, env }: Pick<Config, "storageUrl" | "env">): string[] {
  if (storageUrl.startsWith("gcs:")) return ["https://storage.googleapis.com"];
  if (!storageUrl.startsWith("s3:")) return [];
  return [env.S3_ENDPOINT ? new URL(env.S3_ENDPOINT).origin : "https://*.amazonaws.com"];
}
