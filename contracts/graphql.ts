import { z } from "zod";
import { type Contract, contract } from "./contract.js";

const result = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

const QUERY = "Text of the operation; required unless extensions name a persisted query.";
const OPERATION = "Name of the query's operation to run; needed when it has several.";

/**
 * Every gateway answers this itself (services/gateway/graphql), from the contracts that `contracts/index.ts`
 * lists.
 */
const postGraphql = contract({
  name: "graphql.post",
  description:
    "Runs one GraphQL operation over everything that these routes do (docs/graphql.md): each field is admitted and called as its route is. A subscription with `Accept: text/event-stream` is answered as a stream.",
  params: z.object({
    query: z.string().optional().describe(QUERY),
    variables: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe("Values of the query's variables, by name."),
    operationName: z.string().nullish().describe(OPERATION),
    extensions: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe("`persistedQuery` with `version` 1 and `sha256Hash` names the query, or registers it."),
  }),
  result,
  audience: "account",
  idempotent: true,
  rest: { method: "POST", path: "/v1/graphql" },
});

const getGraphql = contract({
  name: "graphql.get",
  description: "Runs one GraphQL query over everything that these routes do; mutations are refused.",
  params: z.object({
    query: z.string().optional().describe(QUERY),
    variables: z.string().optional().describe("Variables of the query as a JSON object."),
    operationName: z.string().optional().describe(OPERATION),
    extensions: z.string().optional().describe("Extensions of the request as a JSON object."),
  }),
  result,
  audience: "account",
  rest: { method: "GET", path: "/v1/graphql" },
});

/**
 * Contracts of the GraphQL routes, which refuse with an `errors` array and not with the envelope of the other
 * routes.
 */
export const GRAPHQL_CONTRACTS: readonly Contract[] = [postGraphql, getGraphql];
