export const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

/** What a delivery token opens (spec: Content delivery). */
export const PATHS = {
  list: "/v1/content/:projectId/documents",
  single: "/v1/content/:projectId/documents/:id",
  types: "/v1/content/:projectId/types",
};

/** Of every answer of the delivery routes, refusals too: any site's page may read it, without credentials. */
export const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Cache-Tag, Retry-After, X-Request-Id",
};
