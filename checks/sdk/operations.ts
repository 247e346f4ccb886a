import type { Direction, Schema } from "./print-type.js";
import { printComment, printObject, printType } from "./print-type.js";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}
type Content = Record<string, { schema: Schema }>;
interface Described {
  operationId: string;
  summary?: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
}
/** Parts of openapi.json from which the client is made. */
export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

/**
 * Operations that are not for programs, or have their own code in sdk/: the stream of events, pages, messages of a payment
 * provider.
 */
const LEFT_OUT = new Set(["events.stream", "billing.stripeWebhook", "storage.raw"]);
const JSON_TYPE = "application/json";

/** Route as the client calls it. */
export interface Operation {
  /** Id as in openapi.json: `generation.create`. */
  id: string;
  method: string;
  path: string;
  summary: string | undefined;
  params: Schema;
  result: Schema;
  /** Whether the route also answers another content type, which the client returns as text. */
  isText: boolean;
  isIdempotent: boolean;
  /** Names of the parameters of a writing route that are in the query. */
  query: string[];
  /** Name of the list in an answer that comes by pages, or null. */
  items: string | null;
}

export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, verbs]) => Object.entries(verbs).map(([verb, each]) => operation(path, verb, each)))
    .filter((each) => each !== null)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

function operation(path: string, verb: string, described: Described): Operation | null {
  const { operationId: id, summary, parameters, requestBody, responses } = described;
  const content = responses["200"]?.content ?? {};
  const result = content[JSON_TYPE]?.schema;
  if (result === undefined || LEFT_OUT.has(id)) return null;
  const inUrl = parameters.filter((each) => each.in !== "header");
  const body = requestBody?.content[JSON_TYPE]?.schema ?? {};
  const params: Schema = {
    type: "object",
    properties: {
      ...Object.fromEntries(
        inUrl.map(({ name, schema, description }) => [
          name,
          { ...schema, ...(description !== undefined && { description }) },
        ]),
      ),
      ...body.properties,
    },
    required: [...inUrl.filter((each) => each.required).map(({ name }) => name), ...(body.required ?? [])],
  };
  const inQuery = inUrl.filter((each) => each.in === "query").map(({ name }) => name);
  return {
    id,
    method: verb.toUpperCase(),
    path,
    summary,
    params,
    result,
    isText: Object.keys(content).some((type) => type !== JSON_TYPE),
    isIdempotent: parameters.some(({ name }) => name === "Idempotency-Key"),
    query: verb === "get" ? [] : inQuery.filter((name) => !(name in (body.properties ?? {}))),
    items: verb === "get" && inQuery.includes("offset") ? listIn(result) : null,
  };
}

const listIn = ({ properties = {} }: Schema): string | null =>
  Object.keys(properties).find((name) => properties[name]?.type === "array") ?? null;

const upper = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
/** Returns the name of the constant: `generationCreate` for `generation.create`. */
export const constantOf = (id: string): string =>
  id.replace(/\.(.)/, (_dot, first: string) => first.toUpperCase());

/** Prints the types of the parameters and the answer of a route. */
export function printTypes({ id, params, result, isText }: Operation): string {
  const name = upper(constantOf(id));
  const answer = printed(`${name}Result`, result, "answered", isText);
  const isEmpty = Object.keys(params.properties ?? {}).length === 0;
  return (isEmpty ? "" : printed(`${name}Params`, params, "sent", false)) + answer;
}

export function printed(name: string, schema: Schema, direction: Direction, isText: boolean): string {
  const isInterface = schema.type === "object" && Object.keys(schema.properties ?? {}).length > 0 && !isText;
  return isInterface
    ? `${printComment("", schema.description)}export interface ${name} ${printObject(schema, direction)}\n\n`
    : `export type ${name} = ${printType(schema, direction)}${isText ? " | string" : ""};\n\n`;
}

/** Prints the route as a value with the data that the client needs to send it. */
export function printConstant(each: Operation): string {
  const name = upper(constantOf(each.id));
  const types = [
    Object.keys(each.params.properties ?? {}).length === 0 ? "NoParams" : `Types.${name}Params`,
    `Types.${name}Result`,
    ...(each.items === null ? [] : [`Types.${name}Result["${each.items}"][number]`]),
  ];
  const value = {
    method: each.method,
    path: each.path,
    ...(each.isIdempotent && { isIdempotent: true }),
    ...(each.query.length > 0 && { query: each.query }),
    ...(each.items !== null && { items: each.items }),
  };
  const literal = Object.entries(value).map(([key, of]) => `${key}: ${JSON.stringify(of)}`);
  return `${printComment("", each.summary)}export const ${constantOf(each.id)}: Operation<${types.join(", ")}> = { ${literal.join(", ")} };\n\n`;
}
