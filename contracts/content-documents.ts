import { z } from "zod";
import { isPlainObject } from "./content-values.js";
import { localeCode } from "./content-locales.js";
import { contentIssue, type ContentFields } from "./content-schema.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { page, total } from "./pagination.js";

export const DOCUMENT_STATUSES = ["draft", "published", "changed"] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** How much of what has a source a locale translates (rules/translation 4). */
export const COVERAGE_STATES = ["complete", "partial", "outdated", "empty"] as const;
export type CoverageState = (typeof COVERAGE_STATES)[number];

/** What made a revision (rules/content 37). */
export const REVISION_KINDS = ["draft", "publish", "unpublish", "restore", "delete"] as const;
export type RevisionKind = (typeof REVISION_KINDS)[number];

/** What makes a revision: a person signed in, an API key, an agent's call, a machine translation. */
export const REVISION_ACTORS = ["person", "key", "agent", "translation"] as const;
export type RevisionActor = (typeof REVISION_ACTORS)[number];

/** A draft as JSON; more is refused before it is stored. */
export const MAX_DRAFT_BYTES = 4 * 1024 * 1024;

const fields = z.record(z.string(), z.unknown());

/** A draft that a caller sends. What its values are is no matter of its shape: they become issues. */
const draft = z.custom<ContentFields>(isPlainObject, "must be an object of values by field name");
const draftParam = draft.meta({ type: "object", additionalProperties: true });
const DRAFT = "Values by field name; a localized field has a map by locale.";

/** A document as its editors read it (rules/content 40). */
export const contentDocument = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  type: z.string().describe("Name of the type."),
  title: z.string().nullable().describe("Value of the type's title field when it is a string."),
  status: z.enum(DOCUMENT_STATUSES),
  draftVersion: z.int().describe("Counts saves; what publish takes as baseVersion."),
  schemaVersion: z.int().describe("Of the type: what the draft was last checked against."),
  draft: fields,
  published: fields.nullable().describe("What delivery serves."),
  publishedAt: timestamp().nullable(),
  firstPublishedAt: timestamp().nullable(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  coverage: z
    .record(z.string(), z.enum(COVERAGE_STATES))
    .optional()
    .describe("By locale; of types with localized texts, in lists and single documents."),
});
export type ContentDocumentView = z.infer<typeof contentDocument>;

/** A document as a list shows it, whatever its size. */
export const contentTitle = contentDocument.omit({ draft: true, published: true });
export type ContentTitleView = z.infer<typeof contentTitle>;

const checked = {
  valid: z.boolean().describe("Whether publishing would accept the draft."),
  issues: z.array(contentIssue),
};

/** A document with what was found about it, for agents too: without what only editors need (rules/mcp 14). */
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
  epoch: z.int().describe("Goes up when the state is rebuilt: edits on an older one are refused."),
};

export const createDocument = contract({
  name: "content.createDocument",
  description: "Makes a document, unpublished. A draft that is not valid is saved too, and says why.",
  params: z.object({
    projectId: uuid(),
    type: z.string("must be the name of a content type").describe("Name of the content type."),
    draft: draftParam.default({}).describe(DRAFT),
    id: uuid().optional().describe("Chosen by the client; one that is taken is a conflict."),
  }),
  result: z.strictObject({ document: contentDocument, ...checked }),
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:projectId/content/documents" },
  area: "content",
});

export const listDocuments = contract({
  name: "content.listDocuments",
  description: "The documents of a project, newest first.",
  params: z.object({
    projectId: uuid(),
    type: z.string().optional(),
    status: z.enum(DOCUMENT_STATUSES).optional(),
    q: z
      .string()
      .max(500)
      .optional()
      .describe("Looked for in the first 10,000 characters of the title, whatever the case; needs type."),
    missingLocale: localeCode
      .optional()
      .describe("Only documents whose localized texts are not all there in this locale; needs type."),
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
  description: "The documents of a project as a list shows them: without drafts and published content.",
  params: listDocuments.params,
  result: z.strictObject({ documents: z.array(contentTitle), total, limit: z.int(), offset: z.int() }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/titles", long: true },
  area: "content",
});

export const getDocument = contract({
  name: "content.getDocument",
  description: "A document with its schema, what keeps it from being published, and its collaborative state.",
  params: z.object({ id: uuid() }),
  result: z.strictObject(opened),
  audience: "account",
  rest: { method: "GET", path: "/v1/content/documents/:id", long: true },
  area: "content",
});

const baseVersion = z.int("must be the document's draftVersion");
const onto = baseVersion
  .optional()
  .describe("Saves only onto this version of the draft; any other is a conflict. If-Match says the same.");
const written = z.strictObject({ version: z.int(), status: z.enum(DOCUMENT_STATUSES), ...opened });

export const replaceDraft = contract({
  name: "content.replaceDraft",
  description:
    "Replaces the draft as a whole: fields that are left out are cleared. Merges field by field with live editors.",
  params: z.object({ id: uuid(), draft: draftParam.describe(DRAFT), baseVersion: onto }),
  result: written,
  audience: "account",
  rest: { method: "PUT", path: "/v1/content/documents/:id", ifMatch: "baseVersion" },
  area: "content",
});

export const patchDraft = contract({
  name: "content.patchDraft",
  description:
    "Changes the fields of the draft that are given, also within objects; null clears one, a map by locale changes its own locales.",
  params: z.object({ id: uuid(), draft: draftParam.describe(DRAFT), baseVersion: onto }),
  result: written,
  audience: "account",
  rest: { method: "PATCH", path: "/v1/content/documents/:id", ifMatch: "baseVersion" },
  area: "content",
});

/** Agents read documents so. No route of its own. */
export const readDocument = contract({
  name: "content.readDocument",
  description: "A document with its schema and what keeps it from being published.",
  params: z.object({ id: uuid() }),
  result: z.strictObject(checkedDocument),
  audience: "account",
  area: "content",
});

/** Agents change documents so. No route of its own. */
export const mergeDraft = contract({
  name: "content.mergeDraft",
  description:
    "Changes the fields of the draft that are given, also within objects; null clears one, a map by locale changes its own locales.",
  params: z.object({ id: uuid(), draft: draftParam.describe(DRAFT), baseVersion: onto }),
  result: z.strictObject(checkedDocument),
  audience: "account",
  effect: "write",
  area: "content",
});

const force = z
  .boolean("must be true or false")
  .default(false)
  .describe("Also while published documents refer to it.");

export const publishDocument = contract({
  name: "content.publishDocument",
  description: "Publishes the draft at baseVersion; a draft that is not valid is refused.",
  params: z.object({
    id: uuid(),
    baseVersion: baseVersion.describe("The draftVersion that is to be published; another one is a conflict."),
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

/** A revision; its payload only on a fetch of one (rules/content 37). */
export const contentRevision = z.strictObject({
  id: z.string(),
  kind: z.enum(REVISION_KINDS),
  version: z.int().describe("The document's draftVersion then."),
  schemaVersion: z.int(),
  createdAt: timestamp(),
  createdBy: z.strictObject({ id: z.string(), email: z.string(), name: z.string().nullable() }).nullable(),
  actor: z
    .strictObject({ kind: z.enum(REVISION_ACTORS) })
    .nullable()
    .describe("What made it on their behalf; null for revisions from before that was written down."),
});
export type ContentRevisionView = z.infer<typeof contentRevision>;

export const listRevisions = contract({
  name: "content.listRevisions",
  description: "The history of a document, newest first, without payloads.",
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
  description: "One revision with the draft as it was.",
  params: z.object({ id: uuid(), revisionId: uuid() }),
  result: z.strictObject({ revision: contentRevision.extend({ payload: fields }) }),
  audience: "account",
  rest: { method: "GET", path: "/v1/content/documents/:id/revisions/:revisionId", long: true },
  area: "content",
});

export const restoreRevision = contract({
  name: "content.restoreRevision",
  description: "Makes the draft say what it said in a revision; live editors begin anew on it.",
  params: z.object({
    id: uuid(),
    revisionId: uuid(),
    baseVersion: baseVersion.optional().describe("Restores only onto this version of the draft."),
  }),
  result: z.strictObject(opened),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/revisions/:revisionId/restore" },
  area: "content",
});
