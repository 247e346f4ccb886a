import { z } from "zod";
import { DOCUMENT_STATUSES } from "./content-documents.js";
import { localeSetting } from "./content-locales.js";
import { type Contract, contract } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** System fields, then the values by field name (rules/delivery 12). */
export const deliveryDocument = z.looseObject({
  _id: z.string(),
  _type: z.string(),
  _status: z.enum(DOCUMENT_STATUSES),
  _createdAt: timestamp(),
  _updatedAt: timestamp(),
  _publishedAt: timestamp().nullable(),
  _locale: z.string().nullable().describe("The locale that was read; null for locale=*."),
  _fallbackFields: z
    .array(z.string())
    .describe("Localized fields without a value of their own in that locale."),
});

const list = z.string().optional();
const reading = {
  select: list.describe("Fields to keep, by commas; system fields are always there."),
  expand: list.describe("References to replace by their documents, by commas: `author`, `author.company`."),
  expandDepth: z
    .int()
    .min(1)
    .max(2)
    .default(1)
    .describe("How many references a path of expand may go through."),
  perspective: z
    .enum(["published", "drafts"])
    .optional()
    .describe("Default: drafts for preview tokens, published for others."),
  locale: z.string().optional().describe("Default: the project's; `*` gives maps by locale."),
};

/** Operators of a filter, in the order in which pages and refusals name them (rules/delivery 18). */
export const FILTER_OPERATORS = ["eq", "ne", "in", "lt", "lte", "gt", "gte", "contains", "exists"] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const listDocuments = contract({
  name: "delivery.listDocuments",
  description: "Published documents of a type, filtered, sorted, in pages, with the exact total.",
  params: z.object({
    projectId: uuid(),
    type: z.string(),
    where: z
      .string()
      .optional()
      .describe(`A filter as JSON: {"rank":{"gte":3}}; operators ${FILTER_OPERATORS.join(" ")}, and or not.`),
    sort: list.describe("Fields by commas, `-field` descending. Default: -_createdAt."),
    ...reading,
    ...page({ default: 20, max: 100 }),
  }),
  result: z.strictObject({ documents: z.array(deliveryDocument), total, limit: z.int(), offset: z.int() }),
  audience: "public",
  rest: { method: "GET", path: "/v1/content/:projectId/documents" },
});

const getDocument = contract({
  name: "delivery.getDocument",
  description: "One published document.",
  params: z.object({ projectId: uuid(), id: uuid(), ...reading }),
  result: z.strictObject({ document: deliveryDocument }),
  audience: "public",
  rest: { method: "GET", path: "/v1/content/:projectId/documents/:id" },
});

const listTypes = contract({
  name: "delivery.listTypes",
  description: "The schemas of a project, and its locales.",
  params: z.object({ projectId: uuid() }),
  result: z.strictObject({
    types: z.array(
      z.strictObject({
        name: z.string(),
        title: z.string(),
        description: z.string().nullable(),
        version: z.int(),
        schema: z.looseObject({ name: z.string() }),
      }),
    ),
    locales: z.array(localeSetting),
    defaultLocale: z.string(),
    total,
  }),
  audience: "public",
  rest: { method: "GET", path: "/v1/content/:projectId/types" },
});

const PERSISTED = '{"persistedQuery":{"version":1,"sha256Hash":"…"}}';

const graphqlResult = z.looseObject({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
});

const graphql = contract({
  name: "delivery.graphql",
  description:
    "A GraphQL query over the content of a project; the schema is the project's own (docs/graphql.md). A malformed or unknown query is 400 with an errors array. A client may send the query's SHA-256 in `extensions` instead of the query, and both where the answer says PERSISTED_QUERY_NOT_FOUND.",
  params: z.object({
    projectId: uuid(),
    query: z.string().optional().describe("Required unless extensions name a persisted query."),
    variables: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe("Values of the query's variables, by name."),
    operationName: z
      .string()
      .nullish()
      .describe("Which operation of the query is run; needed where it has several."),
    extensions: z
      .looseObject({
        persistedQuery: z
          .looseObject({
            version: z.literal(1),
            sha256Hash: z
              .string()
              .regex(/^[0-9a-f]{64}$/)
              .describe("SHA-256 of the query, in lower-case hex."),
          })
          .nullish(),
      })
      .nullish()
      .describe("`persistedQuery` names the query by its hash, or registers it."),
    perspective: reading.perspective,
  }),
  result: graphqlResult,
  audience: "public",
  rest: { method: "POST", path: "/v1/content/:projectId/graphql", query: ["perspective"] },
});

const persistedGraphql = contract({
  name: "delivery.persistedGraphql",
  description:
    "A persisted GraphQL query by its hash, for caches. One that is not known is 200 with the code PERSISTED_QUERY_NOT_FOUND and without an ETag; a request that carries a query is 404.",
  params: z.object({
    projectId: uuid(),
    extensions: z.string().describe(`JSON: \`${PERSISTED}\`.`),
    variables: z.string().optional().describe("JSON: an object."),
    operationName: z.string().optional(),
    perspective: reading.perspective,
  }),
  result: graphqlResult,
  audience: "public",
  rest: { method: "GET", path: "/v1/content/:projectId/graphql" },
});

/** Runs of workflows read documents so, as a member of the project does. No route of its own. */
export const queryDocuments = contract({
  name: "delivery.query",
  description:
    "Documents of a project by a delivery query, for its members; `versions` are those of the drafts.",
  params: z.object({
    projectId: uuid(),
    type: z.string(),
    where: z.string().optional(),
    sort: z.string().optional(),
    select: z.string().optional(),
    locale: z.string().optional(),
    limit: z.int().min(1).max(100),
    perspective: z.enum(["published", "drafts"]),
  }),
  result: z.strictObject({
    documents: z.array(deliveryDocument),
    versions: z.record(z.string(), z.int()),
    total,
  }),
  audience: "account",
  area: "content",
});

/**
 * What a delivery token opens. Raw routes answer these (services/delivery/rest), so that nothing stands between a
 * request and the read model; here is what they take and give, for the reference.
 */
export const DELIVERY_CONTRACTS: readonly Contract[] = [
  listDocuments,
  getDocument,
  listTypes,
  graphql,
  persistedGraphql,
];
