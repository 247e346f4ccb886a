export const READ_METHODS = ["GET", "HEAD", "OPTIONS"];

/** What a delivery token opens (spec: Content delivery). */
export const PATHS = {
  list: "/v1/content/:projectId/documents",
  single: "/v1/content/:projectId/documents/:id",
  types: "/v1/content/:projectId/types",
};
