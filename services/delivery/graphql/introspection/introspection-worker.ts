import { execute, type ExecutionResult, type GraphQLSchema, parse } from "graphql";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { serveClient } from "../../../../engines/worker-client/index.js";
import { makeSchema } from "../schema/make-schema.js";
import type { Introspected, IntrospectionRequest, SchemaSource } from "./introspection.js";

/** Schema of the source that came last. */
let last: GraphQLSchema | null = null;

const schemaOf = ({ types, locales }: SchemaSource): GraphQLSchema =>
  makeSchema(
    types.map((text) => JSON.parse(text) as ContentSchema),
    locales,
  );

serveClient<IntrospectionRequest, Introspected>(({ source, query, operationName, variables }) => {
  if (source !== null) last = schemaOf(source);
  if (last === null) throw new Error("There is no schema to ask about.");
  // Only the schema is read, so that the execution is synchronous.
  const { data, errors } = execute({
    schema: last,
    document: parse(query),
    operationName,
    variableValues: variables,
  }) as ExecutionResult;
  const formatted = errors?.map((error) => ({ ...error.toJSON(), extensions: { code: "invalid_params" } }));
  const result = { ...(formatted && { errors: formatted }), ...(data !== undefined && { data }) };
  return { isRun: data !== undefined, text: JSON.stringify(result) };
});
