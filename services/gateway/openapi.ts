import { pathNames, type Contract, type RestRoute } from "../../contracts/contract.js";
import { ERRORS } from "../../contracts/errors.js";
import { DELIVERY_CONTRACTS } from "../../contracts/delivery.js";
import { EVENT_CONTRACTS } from "../../contracts/events.js";
import { GRAPHQL_CONTRACTS } from "../../contracts/graphql.js";
import { CONTRACTS } from "../../contracts/index.js";
import { asDelivered, REFUSED_QUERY } from "./openapi-delivery.js";
import { type ObjectSchema, requestSchema, responseSchema, shapeSchemas } from "./openapi-shapes.js";
import { tagOf, tagsOf } from "./openapi-tags.js";

type Json = Record<string, unknown>;

/**
 * OpenAPI 3.1 of every route, from the contracts that validate its requests (decisions 2). The repository's document has
 * those of Kiln itself; a process adds what its plugins bring.
 */
export function buildOpenApi(contracts: readonly Contract[] = CONTRACTS): Json {
  const paths: Record<string, Json> = {};
  for (const contract of [...contracts, ...GRAPHQL_CONTRACTS, ...DELIVERY_CONTRACTS, ...EVENT_CONTRACTS]) {
    if (!contract.rest) continue;
    const path = openApiPath(contract.rest);
    const verb = contract.rest.method.toLowerCase();
    paths[path] = { ...paths[path], [verb]: operation(contract, contract.rest) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Kiln", version: "1", description: "Media generation and content platform." },
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "A secret key, svc_sk_…" },
        session: { type: "apiKey", in: "cookie", name: "svc_session" },
        deliveryToken: { type: "http", scheme: "bearer", description: "A delivery token, svc_ct_…" },
      },
      schemas: { Error: errorSchema(), ...shapeSchemas() },
      responses: {
        Error: {
          description: "An error.",
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        },
      },
    },
  };
}

const openApiPath = ({ path }: RestRoute): string => path.replace(/:(\w+)/g, "{$1}");

function operation(contract: Contract, rest: RestRoute): Json {
  const params = requestSchema(contract.params);
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
    parameters: parameters(params, inPath, inQuery, contract),
    // what other routes read from the query they read from the body too
    ...bodyOf(params, rest, DELIVERY_CONTRACTS.includes(contract) ? inPath.union(inQuery) : inPath),
    responses: {
      "200": success(contract, rest),
      ...(rest.respond === "redirect" && { "302": { description: "To the file." } }),
      default: { $ref: "#/components/responses/Error" },
    },
  };
  if (GRAPHQL_CONTRACTS.includes(contract))
    return { ...made, responses: { ...made.responses, default: REFUSED_QUERY } };
  return DELIVERY_CONTRACTS.includes(contract) ? asDelivered(made, contract) : made;
}

function securityOf(contract: Contract): Json[] {
  if (DELIVERY_CONTRACTS.includes(contract)) return [{ deliveryToken: [] }];
  if (contract.audience === "public") return [];
  return contract.audience === "session" ? [{ session: [] }] : [{ apiKey: [] }, { session: [] }];
}

function parameters(
  params: ObjectSchema,
  inPath: Set<string>,
  inQuery: Set<string>,
  contract: Contract,
): Json[] {
  const found: Json[] = [...inPath, ...inQuery].map((name) => ({
    name,
    in: inPath.has(name) ? "path" : "query",
    required: inPath.has(name) || (params.required ?? []).includes(name),
    schema: params.properties?.[name] ?? { type: "string" },
  }));
  if (contract.rest?.ifMatch !== undefined)
    found.push({
      name: "If-Match",
      in: "header",
      required: false,
      description: `The same as ${contract.rest.ifMatch}, as in "7".`,
      schema: { type: "string" },
    });
  if (contract.rest?.respond === "events")
    found.push({
      name: "Last-Event-ID",
      in: "header",
      required: false,
      description: "The id of the last event that was read.",
      schema: { type: "string" },
    });
  if (contract.idempotent) {
    found.push({
      name: "Idempotency-Key",
      in: "header",
      required: false,
      schema: { type: "string", minLength: 1, maxLength: 200 },
    });
  }
  return found;
}

function bodyOf(params: ObjectSchema, rest: RestRoute, elsewhere: Set<string>): Json {
  if (rest.method === "GET") return {};
  if (rest.accept === "raw")
    return {
      requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
    };
  const properties = Object.fromEntries(
    Object.entries(params.properties ?? {}).filter(([name]) => !elsewhere.has(name)),
  );
  if (Object.keys(properties).length === 0) return {};
  const required = (params.required ?? []).filter((name) => !elsewhere.has(name));
  return {
    requestBody: {
      required: required.length > 0,
      content: { "application/json": { schema: { ...params, properties, required } } },
    },
  };
}

function success(contract: Contract, rest: RestRoute): Json {
  if (rest.respond === "html")
    return { description: "A page.", content: { "text/html": { schema: { type: "string" } } } };
  if (rest.respond === "redirect") return { description: "Not used." };
  const schema = responseSchema(contract.result);
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

function errorSchema(): Json {
  return {
    type: "object",
    required: ["error"],
    properties: {
      error: {
        type: "object",
        required: ["code", "message"],
        properties: { code: { enum: Object.keys(ERRORS) }, message: { type: "string" } },
      },
    },
  };
}
