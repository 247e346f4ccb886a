import { z } from "zod";
import { type Contract, contract } from "./contract.js";

const result = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

const QUERY = "The operation's text. Required unless extensions name a persisted query.";
const OPERATION = "Which operation of the query is run; needed where it has several.";

/** Answered by every gateway itself (services/gateway/graphql), from the contracts that `contracts/index.ts` lists. */
const postGraphql = contract({
  name: "graphql.post",
  description:
    "One GraphQL operation over everything that these routes do (docs/graphql.md): fields are admitted and called as their routes are. A subscription with `Accept: text/event-stream` is answered as a stream.",
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
  description: "The same of a query; mutations are refused.",
  params: z.object({
    query: z.string().optional().describe(QUERY),
    variables: z.string().optional().describe("JSON: an object."),
    operationName: z.string().optional().describe(OPERATION),
    extensions: z.string().optional().describe("JSON: an object."),
  }),
  result,
  audience: "account",
  rest: { method: "GET", path: "/v1/graphql" },
});

/** Refused with an `errors` array, and not with the envelope of the other routes. */
export const GRAPHQL_CONTRACTS: readonly Contract[] = [postGraphql, getGraphql];
