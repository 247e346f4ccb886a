import { v7 } from "uuid";
import type { ContentIssue } from "../../../../contracts/content-schema.js";
import { isPublishable } from "../../../../contracts/content-schema.js";
import { invalidParams } from "../../../../contracts/errors.js";
import { isUuid } from "../../../../contracts/ids.js";
import type { ContentDocument } from "../../../../entities/content-document.js";
import { type Mention, toCheck } from "../check-document.js";
import { derivedColumns } from "../derived-columns.js";
import { unknownDocument } from "../../content.policy.js";
import { nextMark, nextMoment, pastRevision, requireVersion } from "../history.js";
import type { AdmittedPublish, BatchFound, CheckedPublish, Plan, PublishRequest } from "./write-plan.js";
import type { References } from "./batch.repository.js";

/** The queue of publishes that translations follow; the subject of a task is the document's id. */
export const AUTO_TRANSLATE_QUEUE = "translation.publish";

/**
 * Admits a publish. Throws `not_found` when the document is gone or hidden from the account, and `conflict`
 * for another version, and `invalid_params` for too many references. A published draft that was found valid by
 * the current version of the type is not checked again.
 */
export function admitPublish(
  { seers, documents, typeContexts }: BatchFound,
  request: PublishRequest,
): AdmittedPublish {
  const { accountId } = request.author;
  const document = documents.get(request.id);
  const typeContext = typeContexts.get(request.type);
  if (document === undefined || typeContext?.typeId !== document.typeId || !seers.has(accountId))
    throw unknownDocument();
  requireVersion(document, request.baseVersion);
  const isChecked = document.isValid && document.schemaVersion === typeContext.schemaVersion;
  if (document.status === "published" && isChecked)
    return { verb: "publish", request, document, typeContext, check: null, targets: [] };
  const { draft } = document;
  const check = toCheck({ typeContext, document, accountId, draft });
  const targets = [...idsIn(draft)].filter(isUuid);
  if (document.status !== "published") requireFewReferences(document.id, targets);
  return { verb: "publish", request, document, typeContext, check, targets };
}

/**
 * Plans a publish. Throws `invalid_params` for a draft that is not valid. A draft that is published already
 * changes nothing.
 */
export function planPublish(
  { request, document, typeContext, check, issues }: CheckedPublish,
  now: number,
): Plan {
  requireValid(issues);
  const { author, act, isByRun, budgetId } = request;
  const { id, projectId, typeId, type, draft, createdAt } = document;
  const asked = { act, created: null };
  if (document.status === "published" || check === null)
    return { ...asked, written: { document, typeContext, issues }, changes: [], published: null };
  const { schema, locales, schemaVersion } = typeContext;
  const publishedAt = nextMoment(document, now);
  const change = {
    status: "published" as const,
    isValid: true,
    publishedVersion: document.draftVersion,
    publishedAt,
    firstPublishedAt: document.firstPublishedAt ?? publishedAt,
    updatedAt: publishedAt,
    history: nextMark(document.history, { kind: "publish", author, now: publishedAt }),
    schemaVersion,
  };
  const after = { ...document, ...change, published: draft };
  const content = { schema, locales, before: document.published, after: draft, createdAt };
  return {
    ...asked,
    written: { document: after, typeContext, issues },
    changes: [{ kind: "document", isPublished: true, typeId, documentId: id }],
    published: {
      row: { id, ...change },
      derived:
        document.schemaVersion === schemaVersion
          ? null
          : derivedColumns(schema, locales.defaultLocale, draft),
      revision: pastRevision(document),
      references: referencesOf(document, check.mentions.documents),
      event: { kind: "document.publish", projectId, documentId: id, type, publishedAt, content },
      document: after,
      isTranslated: typeContext.autoTranslate,
      isByRun,
      budgetId,
    },
  };
}

/**
 * The most documents to which a published document refers (rules/content 60). Each is a row that a repeated publish
 * deletes and inserts in one transaction, for which other writers of an embedded database wait; a draft of 4 MB has
 * room for 75,000.
 */
export const MAX_REFERENCES = 5000;

function requireFewReferences(documentId: string, targets: readonly string[]): void {
  const count = targets.filter((id) => id !== documentId).length;
  if (count > MAX_REFERENCES)
    throw invalidParams(
      `The draft refers to ${count} documents; a published document refers to ${MAX_REFERENCES} at most.`,
    );
}

/** Throws `invalid_params` with the first issues. */
function requireValid(found: readonly ContentIssue[]): void {
  const issues = found.filter((issue) => !isPublishable([issue]));
  if (issues.length === 0) return;
  const first = issues.slice(0, NAMED).map(({ message }) => message);
  const rest = issues.length > NAMED ? [`And ${issues.length - NAMED} more.`] : [];
  throw invalidParams(["The draft is not valid:", ...first, ...rest].join(" "));
}
const NAMED = 5;

/** Returns every document id in a draft, in lower case, whether or not the schema has a reference there. */
function idsIn(draft: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(draft)) for (const item of draft) idsIn(item, found);
  else if (typeof draft === "object" && draft !== null)
    for (const [key, value] of Object.entries(draft))
      if (key === "documentId" && typeof value === "string") found.add(value.toLowerCase());
      else idsIn(value, found);
  return found;
}

/** The length of the column of paths, in characters. */
const PATH_LENGTH = 320;

/**
 * Returns the references of a payload that is about to be published. A document's references to itself are
 * left out, because they do not protect it.
 */
export function referencesOf(
  {
    id: documentId,
    projectId,
    publishedVersion,
  }: Pick<ContentDocument, "id" | "projectId" | "publishedVersion">,
  mentions: readonly Mention[],
): References {
  const byTarget = new Map(mentions.toReversed().map(({ id, path }) => [id, path]));
  byTarget.delete(documentId);
  const rows = [...byTarget].map(([targetId, path]) => ({
    id: v7(),
    projectId,
    documentId,
    targetId,
    path: path.slice(0, PATH_LENGTH),
  }));
  return { documentId, isRepeated: publishedVersion !== null, rows };
}
