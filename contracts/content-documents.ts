import { z } from "zod";
import { isPerhapsWithin } from "./bounded-json.js";
import { isPlainObject } from "./content-values.js";
import { localeCode } from "./content-locales.js";
import { contentIssue, type ContentFields } from "./content-schema.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";
import { MAX_SOUGHT } from "./search-text.js";

export const DOCUMENT_STATUSES = ["draft", "published", "changed"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/**
 * States of a locale's translations: the share of the values with a source that it has (rules/translation 4).
 */
export const COVERAGE_STATES = ["complete", "partial", "outdated", "empty"] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

/** Operations that make a revision (rules/content 37). */
export const REVISION_KINDS = ["draft", "publish", "unpublish", "restore", "delete"] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

/**
 * Kinds of actors that make a revision: a signed-in person, an API key, an agent's call, a machine
 * translation.
 */
export const REVISION_ACTORS = ["person", "key", "agent", "translation"] as const;
export type RevisionActor = (typeof REVISION_ACTORS)[number];

/** Bytes of a draft as JSON; a larger draft is refused before it is stored. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;

const fields = z.record(z.string(), z.unknown());

/**
 * A draft as a caller sends it. Its shape checks no values: wrong values become issues. One that surely is too
 * large is refused here, because bringing it into its stored form takes the event loop.
 */
const draft = z
  .custom<ContentFields>(isPlainObject, {
    error: "must be an object of values by field name",
    abort: true,
  })
  .refine((values) => isPerhapsWithin(values, MAX_DRAFT_BYTES), {
    error: `must have at most ${MAX_DRAFT_BYTES} bytes as JSON`,
  });
const draftParam = draft.meta({ type: "object", additionalProperties: true });
const DRAFT = "Values by field name; a localized field has a map by locale.";

/** A document as its editors read it (rules/content 40). */
export const contentDocument = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  type: z.string().describe("Name of the content type."),
  title: z.string().nullable().describe("Value of the type's title field, when it is a string."),
  status: z.enum(DOCUMENT_STATUSES),
  draftVersion: z.int().describe("Number of saves of the draft; a publish takes it as baseVersion."),
  schemaVersion: z.int().describe("Version of the type's schema that the draft was last checked against."),
  draft: fields,
  published: fields.nullable().describe("Content that delivery serves; null when nothing is published."),
  publishedAt: timestamp().nullable(),
  firstPublishedAt: timestamp().nullable(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  coverage: z
    .record(z.string(), z.enum(COVERAGE_STATES))
    .optional()
    .describe("Translation state by locale, for types with localized texts, in lists and single documents."),
});
export type ContentDocumentView = z.infer<typeof contentDocument>;

/** A document as lists show it, small whatever the size of its content. */
export const contentTitle = contentDocument.omit({ draft: true, published: true });
export type ContentTitleView = z.infer<typeof contentTitle>;

const checked = {
  valid: z.boolean().describe("True when publishing would accept the draft."),
  issues: z.array(contentIssue),
};

/**
 * A document with the result of its check, for agents too; data that only editors need is left out (rules/mcp
 * 14).
 */
const checkedDocument = {
  document: contentDocument,
  schema: z.looseObject({ name: z.string() }).describe("The schema that the draft was checked against."),
  ...checked,
};

const base64 = z.string().meta({ contentEncoding: "base64" });

const opened = {
  ...checkedDocument,
  draftState: base64.describe("The draft as a Yjs update."),
  stateVector: base64,
  epoch: z
    .int()
    .describe("Number that goes up when the state is rebuilt; edits on an older epoch are refused."),
  defaultLocale: z.string().describe("The locale of a value that has none in a localized field."),
};

export const createDocument = contract({
  name: "content.createDocument",
  description:
    "Makes an unpublished document. A draft that is not valid is saved too, and answered with its issues.",
  params: z.object({
    projectId: uuid(),
    type: z.string("must be the name of a content type").describe("Name of the content type."),
    draft: draftParam.default({}).describe(DRAFT),
    id: uuid().optional().describe("Id that the client chooses; one that is taken is a conflict."),
  }),
  result: z.strictObject({ document: contentDocument, ...checked }),
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:projectId/content/documents" },
  area: "content",
});

export const listDocuments = contract({
  name: "content.listDocuments",
  description: "Lists the documents of a project, newest first.",
  params: z.object({
    projectId: uuid(),
    type: z.string().optional(),
    status: z.enum(DOCUMENT_STATUSES).optional(),
    q: z
      .string()
      .max(MAX_SOUGHT)
      .optional()
      .describe(
        "Text to find in the first 10,000 characters of the title, in upper or lower case; needs type.",
      ),
    missingLocale: localeCode
      .optional()
      .describe("Lists only documents that lack some localized text in this locale; needs type."),
    sort: z.enum(["createdAt", "updatedAt", "title"]).default("createdAt"),
    ...page({ default: 50, max: 200 }),
  }),
  result: z.strictObject({ documents: z.array(contentDocument), total, limit: z.int(), offset: z.int() }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/documents", long: true },
  area: "content",
});

export const listTitles = contract({
  name: "content.listTitles",
  description: "Lists the documents of a project without their drafts and published content.",
  params: listDocuments.params,
  result: z.strictObject({ documents: z.array(contentTitle), total, limit: z.int(), offset: z.int() }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/titles", long: true },
  area: "content",
});

export const getDocument = contract({
  name: "content.getDocument",
  description:
    "Reads a document with its schema, the issues that keep it from being published, and its collaborative state.",
  params: z.object({ id: uuid() }),
  result: z.strictObject(opened),
  audience: "account",
  rest: { method: "GET", path: "/v1/content/documents/:id", long: true },
  area: "content",
});

const baseVersion = z.int("must be the document's draftVersion");
const onto = baseVersion
  .optional()
  .describe(
    "Draft version that the change is made on; any other current version is a conflict. If-Match says the same.",
  );
const written = z.strictObject({ version: z.int(), status: z.enum(DOCUMENT_STATUSES), ...opened });

export const replaceDraft = contract({
  name: "content.replaceDraft",
  description:
    "Replaces the draft as a whole: fields that are left out are cleared. The change merges field by field with live editors.",
  params: z.object({ id: uuid(), draft: draftParam.describe(DRAFT), baseVersion: onto }),
  result: written,
  audience: "account",
  rest: { method: "PUT", path: "/v1/content/documents/:id", ifMatch: "baseVersion" },
  area: "content",
});

export const patchDraft = contract({
  name: "content.patchDraft",
  description:
    "Changes the given fields of the draft, also within objects. Null clears a field; a map by locale changes only the locales in it.",
  params: z.object({ id: uuid(), draft: draftParam.describe(DRAFT), baseVersion: onto }),
  result: written,
  audience: "account",
  rest: { method: "PATCH", path: "/v1/content/documents/:id", ifMatch: "baseVersion" },
  area: "content",
});

/** Reads a document for agents; it has no REST route. */
export const readDocument = contract({
  name: "content.readDocument",
  description: "Reads a document with its schema and the issues that keep it from being published.",
  params: z.object({ id: uuid() }),
  result: z.strictObject(checkedDocument),
  audience: "account",
  area: "content",
});

/** Changes a draft for agents; it has no REST route. */
export const mergeDraft = contract({
  name: "content.mergeDraft",
  description:
    "Changes the given fields of the draft, also within objects. Null clears a field; a map by locale changes only the locales in it.",
  params: z.object({ id: uuid(), draft: draftParam.describe(DRAFT), baseVersion: onto }),
  result: z.strictObject(checkedDocument),
  audience: "account",
  effect: "write",
  area: "content",
});

const force = z
  .boolean("must be true or false")
  .default(false)
  .describe("True also acts while published documents refer to this one.");

export const publishDocument = contract({
  name: "content.publishDocument",
  description: "Publishes the draft at baseVersion; a draft that is not valid is refused.",
  params: z.object({
    id: uuid(),
    baseVersion: baseVersion.describe(
      "The draftVersion to publish; any other current version is a conflict.",
    ),
  }),
  result: z.strictObject({ document: contentDocument }),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/publish" },
  area: "content",
});

export const unpublishDocument = contract({
  name: "content.unpublishDocument",
  description: "Takes a document out of delivery; its draft stays.",
  params: z.object({ id: uuid(), force }),
  result: z.strictObject({ document: contentDocument }),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/unpublish", query: ["force"] },
  area: "content",
});

export const deleteDocument = contract({
  name: "content.deleteDocument",
  description: "Deletes a document with its history.",
  params: z.object({ id: uuid(), force }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/content/documents/:id", query: ["force"] },
  area: "content",
});

/** A revision without its payload, which only a single revision's answer has (rules/content 37). */
export const contentRevision = z.strictObject({
  id: z.string(),
  kind: z.enum(REVISION_KINDS),
  version: z.int().describe("The document's draftVersion at the time of the revision."),
  schemaVersion: z.int(),
  createdAt: timestamp(),
  createdBy: z.strictObject({ id: z.string(), email: z.string(), name: z.string().nullable() }).nullable(),
  actor: z
    .strictObject({ kind: z.enum(REVISION_ACTORS) })
    .nullable()
    .describe(
      "Kind of actor that made the revision on the person's behalf; null for revisions older than this record.",
    ),
});
export type ContentRevisionView = z.infer<typeof contentRevision>;

export const listRevisions = contract({
  name: "content.listRevisions",
  description: "Lists the revisions of a document, newest first, without payloads.",
  params: z.object({ id: uuid(), ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({
    revisions: z.array(contentRevision),
    total,
    limit: z.int(),
    offset: z.int(),
  }),
  audience: "account",
  rest: { method: "GET", path: "/v1/content/documents/:id/revisions" },
  area: "content",
});

export const getRevision = contract({
  name: "content.getRevision",
  description: "Reads one revision with its draft.",
  params: z.object({ id: uuid(), revisionId: uuid() }),
  result: z.strictObject({ revision: contentRevision.extend({ payload: fields }) }),
  audience: "account",
  rest: { method: "GET", path: "/v1/content/documents/:id/revisions/:revisionId", long: true },
  area: "content",
});

export const restoreRevision = contract({
  name: "content.restoreRevision",
  description: "Restores the draft of a revision; live editors open the draft anew.",
  params: z.object({
    id: uuid(),
    revisionId: uuid(),
    baseVersion: baseVersion
      .optional()
      .describe("Draft version that the restore is made on; any other current version is a conflict."),
  }),
  result: z.strictObject(opened),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/revisions/:revisionId/restore" },
  area: "content",
});
