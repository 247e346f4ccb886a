import { execute, type ExecutionResult, type GraphQLSchema, parse } from "graphql";
import type { Locales } from "../../../../contracts/content-locales.js";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { answerLine } from "../../read-model/worker-line.js";
import { makeSchema } from "../schema/make-schema.js";
import type { Introspected, IntrospectionRequest } from "./introspection.js";

/** The schema that was asked last, and what it was made of. */
let last: { source: string; schema: GraphQLSchema } | null = null;

function schemaOf(source: string): GraphQLSchema {
  if (last?.source === source) return last.schema;
  const { schemas, locales } = JSON.parse(source) as { schemas: ContentSchema[]; locales: Locales };
  last = { source, schema: makeSchema(schemas, locales) };
  return last.schema;
}

answerLine<IntrospectionRequest, Introspected>(({ source, query, operationName, variables }) => {
  // nothing but the schema is read, so nothing waits
  const { data, errors } = execute({
    schema: schemaOf(source),
    document: parse(query),
    operationName,
    variableValues: variables,
  }) as ExecutionResult;
  const formatted = errors?.map((error) => ({ ...error.toJSON(), extensions: { code: "invalid_params" } }));
  const result = { ...(formatted && { errors: formatted }), ...(data !== undefined && { data }) };
  return { isRun: data !== undefined, text: JSON.stringify(result) };
});
