import { execute, type ExecutionResult, type GraphQLSchema, parse } from "graphql";
import { isPerhapsWithin } from "../../../../contracts/bounded-json.js";
import type { ContentSchema } from "../../../../contracts/content-schema.js";
import { serveClient } from "../../../../engines/worker-client/index.js";
import { makeSchema } from "../schema/make-schema.js";
import type { IntrospectedByWorker, IntrospectionRequest, SchemaSource } from "./introspection.js";

/** Schema of the source that came last. */
let last: GraphQLSchema | null = null;

const schemaOf = ({ types, locales }: SchemaSource): GraphQLSchema =>
  makeSchema(
    types.map((text) => JSON.parse(text) as ContentSchema),
    locales,
  );

/**
 * The most bytes of an answer. Descriptions count as one value each and may be asked for under 50 aliases, so that a query of
 * 800 bytes would be answered with 400 MB.
 */
const MAX_BYTES = 32 * 2 ** 20;

serveClient<IntrospectionRequest, IntrospectedByWorker>(({ source, query, operationName, variables }) => {
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
  // An answer that is far too large is not written.
  const memory = isPerhapsWithin(result, MAX_BYTES) ? sharedBytes(JSON.stringify(result)) : null;
  if (memory !== null && memory.byteLength <= MAX_BYTES) return { isRun: data !== undefined, memory };
  const message = `The answer about the schema is over ${MAX_BYTES / 2 ** 20} MB: ask for less.`;
  const refused = { errors: [{ message, extensions: { code: "invalid_params" } }] };
  return { isRun: false, memory: sharedBytes(JSON.stringify(refused)) };
});

function sharedBytes(text: string): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(Buffer.byteLength(text));
  Buffer.from(memory).write(text);
  return memory;
}
