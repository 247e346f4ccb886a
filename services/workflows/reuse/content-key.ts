import { createHash } from "node:crypto";
import { findModel } from "../../../contracts/catalog.js";
import type { WorkflowRun } from "../../../entities/workflow-run.js";
import type { NodeMaterial, PaidRequest, WorkflowNode } from "../../../plugins/kit/workflow-node.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import { requireTextModel } from "../../../runtime/plugins/text-models.js";
import { transcriberFor } from "../../transcriptions/index.js";

/** The payer, project and person whose results a run may reuse; those of others are never taken over. */
export type ReuseScope = Pick<WorkflowRun, "id" | "payerId" | "projectId" | "starterId">;

/**
 * Returns the hash that equal nodes share. It covers the type, version, settings, contents of the inputs,
 * requests, and the models that answer them, as they are now. Null for a node whose results are not taken over, or
 * which cannot run.
 */
export async function contentKeyOf(
  host: Host,
  scope: ReuseScope,
  definition: WorkflowNode,
  material: NodeMaterial,
): Promise<string | null> {
  if (definition.isPure === true || definition.isFresh === true) return null;
  const requests = await Promise.resolve(definition.costs?.(material) ?? []).catch(() => null);
  if (requests === null) return null;
  const revisions = await Promise.all(requests.map((request) => revisionOf(host, scope.id, request)));
  if (revisions.includes(null)) return null;
  const { type, version } = definition;
  const { settings, inputs } = material;
  const where = scope.projectId ?? scope.starterId;
  const whole = JSON.stringify([where, type, version, settings, inputs, requests, revisions]);
  return createHash("sha256").update(whole).digest("hex");
}

/**
 * Describes the model or provider that answers a request, as far as it affects the result; null where none answers
 * it.
 */
async function revisionOf(host: Host, requestId: string, request: PaidRequest): Promise<string | null> {
  if ("transcription" in request) {
    const { language } = request.transcription;
    return transcriberFor(host, language);
  }
  if ("text" in request) {
    try {
      const { id, displayName } = requireTextModel(host, request.text.model);
      return `${id} ${displayName}`;
    } catch {
      return null;
    }
  }
  const { model } = await host.call(findModel, { id: request.generation.model }, systemMeta(requestId));
  if (model === null || !model.enabled) return null;
  // The price of a model does not affect its results.
  const { pricing: _pricing, paidOnly: _paidOnly, ...declared } = model;
  return JSON.stringify(declared);
}
