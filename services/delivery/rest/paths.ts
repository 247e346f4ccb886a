export const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

/** The paths that a delivery token opens (rules/delivery 1). */
export const PATHS = {
  list: "/v1/content/:projectId/documents",
  single: "/v1/content/:projectId/documents/:id",
  types: "/v1/content/:projectId/types",
};

/**
 * The CORS headers of every answer of the delivery routes, refusals included: a page of any site may read an
 * answer, without credentials.
 */
export const ANY_ORIGIN = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "ETag, Cache-Tag, Retry-After, X-Request-Id",
};
