import { buildSchema, execute, type ExecutionResult, type GraphQLSchema, parse } from "graphql";
import { serveClient } from "../../../../engines/worker-client/index.js";
import type { Introspected, IntrospectionRequest } from "./introspection.js";

/** The schema that was asked for last, and the source from which it was made. */
let last: { source: string; schema: GraphQLSchema } | null = null;

function schemaOf(source: string): GraphQLSchema {
  if (last?.source !== source) last = { source, schema: buildSchema(source, { assumeValid: true }) };
  return last.schema;
}

serveClient<IntrospectionRequest, Introspected | null>(({ source, query, operationName, variables }) => {
  // Only the schema is read, so the execution never waits.
  const { data, errors } = execute({
    schema: schemaOf(source),
    document: parse(query),
    operationName,
    variableValues: variables,
  }) as ExecutionResult;
  if (data === undefined) return null;
  const formatted = errors?.map((error) => ({ ...error.toJSON(), extensions: { code: "invalid_params" } }));
  return { data: JSON.stringify(data), errors: formatted ?? null };
});
