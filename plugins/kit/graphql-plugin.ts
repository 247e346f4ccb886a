import type { BaseContext, GraphQLRequestContext, GraphQLRequestListener } from "@apollo/server";

/**
 * Extension point `graphqlPlugin`: a plugin of Apollo Server that sees the GraphQL queries of delivery which
 * are executed. A query whose answer is cached is answered without it. It may refuse a query by throwing a
 * GraphQLError, or an `invalid_params`, in `didResolveOperation`, and answer one in `responseForOperation`.
 * Another ServiceError is answered with the status of its code, and any other error is 500 `internal`.
 */
export interface GraphqlPlugin {
  /** A slug that is unique in a process. */
  id: string;
  /** Apollo Server calls it once for each query. The headers have no `authorization` and no `cookie`. */
  requestDidStart(
    context: GraphQLRequestContext<BaseContext>,
  ): Promise<GraphQLRequestListener<BaseContext> | void>;
  close?(): void | Promise<void>;
}
