import { z } from "zod";
import { DOCUMENT_STATUSES } from "./content-documents.js";
import { localeSetting } from "./content-locales.js";
import { type Contract, contract } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

/** A document as delivery gives it: system fields, then the values by field name (rules/delivery 12). */
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
  select: list.describe("Fields to keep, separated by commas; system fields are always kept."),
  expand: list.describe(
    "References to replace by their documents, separated by commas: `author`, `author.company`.",
  ),
  expandDepth: z
    .int()
    .min(1)
    .max(2)
    .default(1)
    .describe("Number of references that a path of expand may go through."),
  perspective: z
    .enum(["published", "drafts"])
    .optional()
    .describe("Perspective to read in. Default: drafts for preview tokens, published for others."),
  locale: z
    .string()
    .optional()
    .describe("Locale to read in. Default: the project's default locale; `*` gives maps by locale."),
};

/** Operators of a filter, in the order in which pages and refusals name them (rules/delivery 18). */
export const FILTER_OPERATORS = ["eq", "ne", "in", "lt", "lte", "gt", "gte", "contains", "exists"] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

const listDocuments = contract({
  name: "delivery.listDocuments",
  description: "Lists published documents of a type, filtered, sorted and in pages, with the exact total.",
  params: z.object({
    projectId: uuid(),
    type: z.string(),
    where: z
      .string()
      .optional()
      .describe(`A filter as JSON: {"rank":{"gte":3}}; operators ${FILTER_OPERATORS.join(" ")}, and or not.`),
    sort: list.describe(
      "Fields to sort by, separated by commas; `-field` sorts descending. Default: -_createdAt.",
    ),
    ...reading,
    ...page({ default: 20, max: 100 }),
  }),
  result: z.strictObject({ documents: z.array(deliveryDocument), total, limit: z.int(), offset: z.int() }),
  audience: "public",
  rest: { method: "GET", path: "/v1/content/:projectId/documents" },
});

const getDocument = contract({
  name: "delivery.getDocument",
  description: "Reads one published document.",
  params: z.object({ projectId: uuid(), id: uuid(), ...reading }),
  result: z.strictObject({ document: deliveryDocument }),
  audience: "public",
  rest: { method: "GET", path: "/v1/content/:projectId/documents/:id" },
});

const listTypes = contract({
  name: "delivery.listTypes",
  description: "Lists the schemas of a project's content types, and its locales.",
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
    "Runs a GraphQL query over the content of a project; the schema is the project's own (docs/graphql.md). A malformed or unknown query is answered with 400 and an errors array. A client may send the query's SHA-256 in `extensions` instead of the query, and sends both when the answer says PERSISTED_QUERY_NOT_FOUND.",
  params: z.object({
    projectId: uuid(),
    query: z
      .string()
      .optional()
      .describe("Text of the query; required unless extensions name a persisted query."),
    variables: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe("Values of the query's variables, by name."),
    operationName: z
      .string()
      .nullish()
      .describe("Name of the query's operation to run; needed when it has several."),
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
    "Runs a persisted GraphQL query by its hash, in a form for caches. An unknown hash is answered with 200, the code PERSISTED_QUERY_NOT_FOUND and no ETag; a request that carries a query is answered with 404.",
  params: z.object({
    projectId: uuid(),
    extensions: z.string().describe(`A JSON object: \`${PERSISTED}\`.`),
    variables: z.string().optional().describe("Variables of the query as a JSON object."),
    operationName: z.string().optional(),
    perspective: reading.perspective,
  }),
  result: graphqlResult,
  audience: "public",
  rest: { method: "GET", path: "/v1/content/:projectId/graphql" },
});

/**
 * Reads documents for runs of workflows, with the rights of a member of the project; it has no REST route.
 */
export const queryDocuments = contract({
  name: "delivery.query",
  description:
    "Reads documents of a project by a delivery query, 1 MB together at most, for nodes of its members' runs; media are their ids, and `versions` are those of the drafts.",
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
 * The routes that a delivery token opens. Raw routes answer them (services/delivery/rest), so that a request
 * reaches the document index directly; these contracts describe their parameters and results for the API
 * reference.
 */
export const DELIVERY_CONTRACTS: readonly Contract[] = [
  listDocuments,
  getDocument,
  listTypes,
  graphql,
  persistedGraphql,
];
