import { pathNames, type Contract, type RestRoute } from "../../contracts/contract.js";
import { ERRORS } from "../../contracts/errors.js";
import { DELIVERY_CONTRACTS } from "../../contracts/delivery.js";
import { EVENT_CONTRACTS } from "../../contracts/events.js";
import { GRAPHQL_CONTRACTS } from "../../contracts/graphql.js";
import { CONTRACTS } from "../../contracts/index.js";
import { asDelivered, REFUSED_QUERY } from "./openapi-delivery.js";
import { DESCRIPTION } from "./openapi-description.js";
import { exampleOf } from "./openapi-examples.js";
import { parametersOf } from "./openapi-parameters.js";
import {
  type ObjectSchema,
  type OpenApiVersion,
  requestSchema,
  responseSchema,
  shapeSchemas,
  withoutSiblings,
} from "./openapi-shapes.js";
import { tagOf, tagsOf } from "./openapi-tags.js";

type Json = Record<string, unknown>;

/**
 * Builds the OpenAPI document of every route, from the contracts that validate its requests (rules/edge 36).
 * The repository's document has the routes of Kiln itself; a process adds those of its plugins. 3.0 is for
 * generators that do not read 3.1.
 */
export function buildOpenApi(
  contracts: readonly Contract[] = CONTRACTS,
  version: OpenApiVersion = "3.1",
): Json {
  const paths: Record<string, Json> = {};
  const shapes = { Error: errorSchema(), ...shapeSchemas(version) };
  for (const contract of [...contracts, ...GRAPHQL_CONTRACTS, ...DELIVERY_CONTRACTS, ...EVENT_CONTRACTS]) {
    if (!contract.rest) continue;
    const path = openApiPath(contract.rest);
    const verb = contract.rest.method.toLowerCase();
    paths[path] = {
      ...paths[path],
      [verb]: withExamples(operation(contract, contract.rest, version), shapes),
    };
  }
  const document = {
    openapi: version === "3.0" ? "3.0.3" : "3.1.0",
    info: { title: "Kiln", version: "1", description: DESCRIPTION },
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "A secret key, svc_sk_…" },
        session: { type: "apiKey", in: "cookie", name: "svc_session" },
        deliveryToken: { type: "http", scheme: "bearer", description: "A delivery token, svc_ct_…" },
      },
      schemas: shapes,
      responses: {
        Error: {
          description: "An error.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
  return version === "3.0" ? withoutSiblings(document) : document;
}

const openApiPath = ({ path }: RestRoute): string => path.replace(/:(\w+)/g, "{$1}");

function operation(contract: Contract, rest: RestRoute, version: OpenApiVersion): Json {
  const params = requestSchema(contract.params, version);
  const inPath = new Set(pathNames(rest.path));
  const inQuery = new Set(
    rest.method === "GET"
      ? Object.keys(params.properties ?? {}).filter((name) => !inPath.has(name))
      : (rest.query ?? []),
  );
  const made = {
    operationId: contract.name,
    tags: [tagOf(openApiPath(rest))],
    summary: contract.description,
    ...(contract.scope !== null && { "x-scope": contract.scope }),
    security: securityOf(contract),
    parameters: parametersOf(params, inPath, inQuery, contract),
    // Parameters that other routes read from the query are read from the body too.
    ...bodyOf(params, contract, rest, DELIVERY_CONTRACTS.includes(contract) ? inPath.union(inQuery) : inPath),
    responses: {
      "200": success(contract, rest, version),
      ...(rest.respond === "redirect" && { "302": { description: "To the file." } }),
      default: { $ref: "#/components/responses/Error" },
    },
  };
  if (GRAPHQL_CONTRACTS.includes(contract))
    return { ...made, responses: { ...made.responses, default: REFUSED_QUERY } };
  return DELIVERY_CONTRACTS.includes(contract) ? asDelivered(made, contract) : made;
}

interface Content {
  content?: Record<string, { schema: ObjectSchema; example?: unknown }>;
}

/** Adds an example to each body: a generator shows it, and a mock answers it. */
function withExamples(operation: Json, shapes: Record<string, ObjectSchema>): Json {
  const { operationId, requestBody, responses } = operation as {
    operationId: string;
    requestBody?: Content;
    responses: Record<string, Content>;
  };
  const sent = requestBody?.content?.["application/json"];
  if (sent !== undefined) sent.example = exampleOf(sent.schema, shapes, { operationId, side: "sent" });
  for (const answered of Object.values(responses["200"]?.content ?? {}))
    answered.example = exampleOf(answered.schema, shapes, { operationId, side: "answered" });
  return operation;
}

function securityOf(contract: Contract): Json[] {
  if (DELIVERY_CONTRACTS.includes(contract)) return [{ deliveryToken: [] }];
  if (contract.audience === "public") return [];
  return contract.audience === "session" ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function bodyOf(params: ObjectSchema, { name }: Contract, rest: RestRoute, elsewhere: Set<string>): Json {
  if (rest.method === "GET") return {};
  if (rest.accept === "raw")
    return {
      requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
    };
  const properties = Object.fromEntries(
    Object.entries(params.properties ?? {}).filter(([key]) => !elsewhere.has(key)),
  );
  if (Object.keys(properties).length === 0) return {};
  // Many clients and proxies drop a body of DELETE; all its parameters may stand in the query too.
  if (rest.method === "DELETE" && Object.keys(properties).every((key) => rest.query?.includes(key)))
    return {};
  const { required: all = [], ...open } = params;
  const required = all.filter((key) => !elsewhere.has(key));
  const isNeeded = required.length > 0;
  const schema = {
    title: `${titleOf(name)}Params`,
    ...open,
    properties,
    ...(isNeeded && { required }),
  };
  return { requestBody: { required: isNeeded, content: { "application/json": { schema } } } };
}

function success(contract: Contract, rest: RestRoute, version: OpenApiVersion): Json {
  if (rest.respond === "html")
    return { description: "A page.", content: { "text/html": { schema: { type: "string" } } } };
  if (rest.respond === "redirect") return { description: "Not used." };
  const schema = titled(responseSchema(contract.result, version), `${titleOf(contract.name)}Result`);
  if (rest.respond === "events")
    return {
      description: "A stream; the schema is of the data of an event.",
      content: { "text/event-stream": { schema } },
    };
  // A session's secret leaves as a cookie, never in a body.
  if (contract.audience === "public" && schema.properties) delete schema.properties.session;
  if (rest.respond === "document") {
    const documents = (rest.documents ?? []).map((type) => [type, { schema: { type: "string" } }]);
    const json = { schema: schema.properties?.json };
    return {
      description: "Success.",
      content: { "application/json": json, ...Object.fromEntries(documents) },
    };
  }
  return { description: "Success.", content: { "application/json": { schema } } };
}

/**
 * Returns the title of a contract's types: `GenerationCreate` for `generation.create`, as in the client
 * library. Generators name the types of a body by it.
 */
const titleOf = (name: string): string =>
  name.replace(/(?:^|\W)(\w)/g, (_all, letter: string) => letter.toUpperCase());

const titled = (schema: ObjectSchema, title: string): ObjectSchema =>
  "$ref" in schema ? schema : { title, ...schema };

/** The codes of errors with their meanings. */
const CODES = Object.entries(ERRORS)
  .map(([code, { status, message }]) => `- \`${code}\` (${status}): ${message}`)
  .join("\n");

function errorSchema(): Json {
  return {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message"],
        properties: {
          code: { type: "string", enum: Object.keys(ERRORS), description: CODES },
          message: { type: "string", description: "What was wrong. It names the field; it may change." },
        },
      },
    },
  };
}
