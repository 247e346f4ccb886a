export const GRAPHQL_METHODS = ["POST", "OPTIONS"];

/** spec: Content delivery, GraphQL. */
export const GRAPHQL_PATH = "/v1/content/:projectId/graphql";
