export const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

/** What a delivery token opens (rules/delivery 1). */
export const PATHS = {
  list: "/v1/content/:projectId/documents",
  single: "/v1/content/:projectId/documents/:id",
  types: "/v1/content/:projectId/types",
};

/** Headers of every answer of the delivery routes, refusals too: a page of any site may read it, without credentials. */
export const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Cache-Tag, Retry-After, X-Request-Id",
};
