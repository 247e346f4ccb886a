import { publishDocument } from "../../../../contracts/content-documents.js";
import { forget, remember } from "../remember.js";
import type { RunScope } from "../run-scope.js";
import { actWithin } from "../starter.js";
import { isRefusal } from "../step-refusal.js";
import { requireDocument } from "./content-project.js";
import type { StepAt } from "./step-at.js";

/** The state of the document that is stored before it is published, so that a repeat does not publish later changes. */
interface Before {
  version: number;
  publishedAt: string | null;
}

/**
 * Publishes a draft at the given version, or the one that it had when the step began, and returns that version. A repeat
 * after a crash finds its own publish. Throws `conflict` when somebody else has changed the draft.
 */
export async function publishOnce(
  scope: RunScope,
  at: StepAt,
  documentId: string,
  baseVersion: number | undefined,
): Promise<number> {
  const context = await actWithin(scope.host, scope.run, publishDocument);
  const { document } = await requireDocument(scope, context, documentId);
  let before = scope.steps.get(at.id)?.result as Before | undefined;
  if (before === undefined) {
    before = { version: baseVersion ?? document.draftVersion, publishedAt: document.publishedAt };
    await remember(scope, at, before);
  }
  try {
    await context.call(publishDocument, { id: documentId, baseVersion: before.version });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const now = (await requireDocument(scope, context, documentId)).document;
    const isOwn = error.code === "conflict" && now.publishedAt !== before.publishedAt;
    if (isOwn && now.publishedAt !== null) return before.version;
    // Nothing was published, so a resumed run begins with the draft as it is then.
    await forget(scope, at);
    throw error;
  }
  return before.version;
}
