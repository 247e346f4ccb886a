import {
  type ContentDocumentView,
  listRevisions,
  publishDocument,
} from "../../../../contracts/content-documents.js";
import type { ActionContext } from "../../../../runtime/actions/context.js";
import { forget, remember } from "../remember.js";
import type { RunScope } from "../run-scope.js";
import { actWithin } from "../starter.js";
import { isRefusal } from "../step-refusal.js";
import { requireDocument } from "./content-project.js";
import type { StepAt } from "./step-at.js";

/** The number of newest revisions among which a publish is looked for. */
const REVISIONS = 200;

/** The state of the document that is stored before it is published, so that a repeat does not publish later changes. */
interface Before {
  version: number;
  publishedAt: string | null;
  /** Absent in steps of releases that did not store it. */
  updatedAt?: string;
}

/**
 * Publishes a draft at the given version, or the one that it had when the step began, and returns that version. A repeat
 * after a crash finds its own publish, also where somebody has unpublished the document since (rules/workflows 51). Throws
 * `conflict` when somebody else has changed the draft.
 */
export async function publishOnce(
  scope: RunScope,
  at: StepAt,
  documentId: string,
  baseVersion: number | undefined,
): Promise<number> {
  const context = await actWithin(scope.host, scope.run, publishDocument);
  const { document } = await requireDocument(scope, context, documentId);
  const known = scope.steps.get(at.id)?.result as Before | undefined;
  if (known !== undefined && (await wasPublished(context, document, known))) return known.version;
  const before: Before = known ?? {
    version: baseVersion ?? document.draftVersion,
    publishedAt: document.publishedAt,
    updatedAt: document.updatedAt,
  };
  if (known === undefined) await remember(scope, at, before);
  try {
    await context.call(publishDocument, { id: documentId, baseVersion: before.version });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const now = (await requireDocument(scope, context, documentId)).document;
    if (error.code === "conflict" && (await wasPublished(context, now, before))) return before.version;
    // Nothing was published, so a resumed run begins with the draft as it is then.
    await forget(scope, at);
    throw error;
  }
  return before.version;
}

/**
 * Tells whether a document was published since `before`. The view of an unpublished document has no time of its last publish,
 * so its revisions tell. Their times rise with each change of the document, whatever the clocks of processes say.
 */
async function wasPublished(
  context: ActionContext,
  { id, publishedAt, updatedAt }: ContentDocumentView,
  before: Before,
): Promise<boolean> {
  if (publishedAt !== null || before.updatedAt === undefined) return publishedAt !== before.publishedAt;
  const since = Date.parse(before.updatedAt);
  if (Date.parse(updatedAt) === since) return false;
  const { revisions } = await context.call(listRevisions, { id, limit: REVISIONS });
  return revisions.some(({ kind, createdAt }) => kind === "publish" && Date.parse(createdAt) > since);
}
