export const GRAPHQL_METHODS = ["GET", "HEAD", "POST", "OPTIONS"];

/** Path of the GraphQL route (rules/delivery 31). */
export const GRAPHQL_PATH = "/v1/content/:projectId/graphql";
