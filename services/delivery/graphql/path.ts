export const GRAPHQL_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];

/** spec: Content delivery, GraphQL. */
export const GRAPHQL_PATH = "/v1/content/:projectId/graphql";
