export const GRAPHQL_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];

/** The route of GraphQL (rules/delivery 31). */
export const GRAPHQL_PATH = "/v1/content/:projectId/graphql";
