import { readDocument } from "../../../../contracts/content-documents.js";
import type { ResultOf } from "../../../../contracts/contract.js";
import { isUuid } from "../../../../contracts/ids.js";
import type { ActionContext } from "../../../../runtime/actions/context.js";
import { findWorkflow } from "../../workflow.repository.js";
import type { RunScope } from "../run-scope.js";
import { NodeFailure } from "../step-refusal.js";

/** Returns the project whose content a run works on: the one that it is billed in, or its workflow's. */
export async function contentProject({ host, run }: RunScope): Promise<string> {
  if (run.projectId !== null) return run.projectId;
  const workflow = await findWorkflow(host.read, run.workflowId);
  if (workflow === null) throw new NodeFailure("The workflow was deleted.");
  return workflow.projectId;
}

/** Returns a document of the run's project as its starter sees it. Throws for any other document. */
export async function requireDocument(
  scope: RunScope,
  context: ActionContext,
  id: string,
): Promise<ResultOf<typeof readDocument>> {
  if (!isUuid(id)) throw new NodeFailure("documentId must be a UUID.");
  const found = await context.call(readDocument, { id });
  if (found.document.projectId !== (await contentProject(scope)))
    throw new NodeFailure("The document belongs to another project than the run.");
  return found;
}
