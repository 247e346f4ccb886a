import type { BaseContext, GraphQLRequestContext, GraphQLRequestListener } from "@apollo/server";

/**
 * A plugin of Apollo Server that sees the GraphQL queries of delivery: those that run, for an answer that is at hand is
 * sent without it. It may refuse a query by throwing a GraphQLError, or an `invalid_params`, in `didResolveOperation`,
 * and answer one in `responseForOperation`. Anything else that it throws is a fault of the service.
 */
export interface GraphqlPlugin {
  /** Slug, unique in a process. */
  id: string;
  /** As Apollo Server calls it, once for each query. Headers have no `authorization` and no `cookie`. */
  requestDidStart(
    context: GraphQLRequestContext<BaseContext>,
  ): Promise<GraphQLRequestListener<BaseContext> | void>;
  close?(): void | Promise<void>;
}
