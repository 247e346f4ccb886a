import { z } from "zod";
import { contentDescription, contentTitle } from "./content-definition.js";
import { contentFields } from "./content-fields.js";
import { CONTENT_NAME, refusedTypeName } from "./content-names.js";
import type { ContentSchema } from "./content-schema.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

const NAME = "must begin with a small letter and have up to 64 letters and digits, as in blogPost";

/** A schema in answers, as it was saved. */
const savedSchema = z
  .custom<ContentSchema>((value) => typeof value === "object" && value !== null)
  .meta({
    type: "object",
    required: ["name", "title", "fields"],
    properties: {
      name: { type: "string" },
      title: { type: "string" },
      description: { type: "string" },
      fields: { type: "array", items: { type: "object" } },
      titleField: { type: "string" },
    },
  });

/** A content type with its latest schema (rules/content 4). */
export const contentType = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  name: z.string().describe("Permanent name of the type in delivery; GraphQL capitalizes it."),
  title: z.string(),
  description: z.string().nullable(),
  latestVersion: z.int().describe("Latest version of the schema; an edit takes it as baseVersion."),
  version: z.int().describe("Version of the schema in this answer."),
  documentCount: z.int(),
  schema: savedSchema,
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type ContentTypeView = z.infer<typeof contentType>;

const answer = z.strictObject({ contentType });

const typeName = z
  .string(NAME)
  .regex(CONTENT_NAME, NAME)
  .superRefine((name, context) => {
    const refusal = refusedTypeName(name);
    if (refusal !== null) context.addIssue({ code: "custom", message: refusal });
  });

const titleField = z
  .string("must be the name of a field")
  .describe("Name of the field that titles documents in lists and search.");

export const createType = contract({
  name: "content.createType",
  description:
    "Makes a content type from its schema, at version 1. References may name the type itself and types that exist.",
  params: z.strictObject({
    projectId: uuid(),
    name: typeName.describe("Permanent name of the type in delivery; GraphQL capitalizes it."),
    title: contentTitle.describe("Title that editors read."),
    description: contentDescription.nullish().describe("Description that editors read beside the title."),
    fields: contentFields.describe("Fields of the type's documents, in the order of the form."),
    titleField: titleField
      .nullish()
      .describe("Name of the field that titles documents in lists and search; null: none."),
  }),
  result: answer,
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:projectId/content/types" },
  area: "content",
});

export const listTypes = contract({
  name: "content.listTypes",
  description: "Lists the content types of a project with their schemas, newest first.",
  params: z.object({ projectId: uuid(), ...page({ default: 200, max: 200 }) }),
  result: z.strictObject({ contentTypes: z.array(contentType), total, limit: z.int(), offset: z.int() }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/types", long: true },
  area: "content",
});

const version = z
  .int("must be a whole number from 1")
  .min(1, "must be a whole number from 1")
  .max(2 ** 31 - 1, `must be at most ${2 ** 31 - 1}`);

export const getType = contract({
  name: "content.getType",
  description: "Reads a content type with its latest schema, or with the schema of an earlier version.",
  params: z.object({ id: uuid(), version: version.optional() }),
  result: answer,
  audience: "account",
  rest: { method: "GET", path: "/v1/content/types/:id" },
  area: "content",
});

export const updateType = contract({
  name: "content.updateType",
  description:
    "Changes the given parts of a type. Other fields, or another titleField, make a new version of the schema; title and description alone do not. Documents keep their values.",
  params: z.strictObject({
    id: uuid(),
    baseVersion: z
      .int("must be the type's latestVersion")
      .describe("The type's latestVersion; any other version is a conflict."),
    title: contentTitle.optional().describe("Title that editors read."),
    description: contentDescription.nullish().describe("Description that editors read beside the title."),
    fields: contentFields
      .optional()
      .describe("The whole list of fields: those that are left out are removed."),
    titleField: titleField
      .nullish()
      .describe("Name of the field that titles documents in lists and search; null: none."),
  }),
  result: answer,
  audience: "account",
  rest: { method: "PUT", path: "/v1/content/types/:id" },
  area: "content",
});

export const listTypeVersions = contract({
  name: "content.listTypeVersions",
  description: "Lists every schema that a content type has had, newest first.",
  params: z.object({ id: uuid(), ...page({ default: 200, max: 200 }) }),
  result: z.strictObject({
    versions: z.array(
      z.strictObject({
        version: z.int(),
        schema: savedSchema,
        createdAt: timestamp(),
        createdBy: z
          .strictObject({ id: z.string(), email: z.string(), name: z.string().nullable() })
          .nullable(),
      }),
    ),
    total,
    limit: z.int(),
    offset: z.int(),
  }),
  audience: "account",
  rest: { method: "GET", path: "/v1/content/types/:id/versions", long: true },
  area: "content",
});

export const deleteType = contract({
  name: "content.deleteType",
  description:
    "Deletes a content type. A type with documents is deleted only with force, and its documents go with their history, each with its document.delete event. A type that another type refers to is never deleted.",
  params: z.object({
    id: uuid(),
    force: z
      .boolean("must be true or false")
      .default(false)
      .describe("True also deletes the documents of the type."),
  }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/content/types/:id", query: ["force"] },
  area: "content",
});
