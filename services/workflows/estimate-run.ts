import { getSettings } from "../../contracts/content-settings.js";
import type { ResultOf } from "../../contracts/contract.js";
import type { estimateRun as contract } from "../../contracts/workflows.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import * as billing from "../billing/index.js";
import type { WorkflowSeen } from "./workflows.policy.js";
import { priceNodes } from "./price-nodes.js";
import { prepareRun, reuseOf, type RunRequest } from "./start-run.js";

/** Returns what a run would cost, node by node, after the same checks as its start. Changes nothing. */
export async function estimateRun(
  host: Host,
  context: ActionContext,
  seen: WorkflowSeen,
  request: RunRequest,
): Promise<ResultOf<typeof contract>> {
  const { graph, payer } = await prepareRun(host, context, seen, request);
  const reuse =
    request.reuse === true ? reuseOf(context.meta.requestId, payer, context.auth.accountId) : null;
  const nodes: ResultOf<typeof contract>["nodes"] = [];
  const projectId = payer.projectId ?? seen.workflow.projectId;
  let translated: Promise<boolean> | null = null;
  const isTranslated = () => (translated ??= translatesPublished(context, projectId));
  const priced = priceNodes(host, context, graph, reuse, isTranslated);
  for await (const { place, credits, isExact, isUnpriced, isCached } of priced) {
    const { [place]: node } = graph.nodes;
    if (node)
      nodes.push({
        nodeId: node.id,
        type: node.type,
        estimatedCredits: credits,
        exact: isExact,
        ...(isUnpriced && { unpriced: true }),
        ...(isCached && { cached: true }),
      });
  }
  const estimatedCredits = nodes.reduce((sum, node) => sum + (node.estimatedCredits ?? 0), 0);
  const balance = await billing.readBalance(host.read, payer.payerId);
  const remainingCredits = billing.remainingOf(balance);
  return {
    estimatedCredits,
    remainingCredits,
    affordable: remainingCredits - balance.heldCredits >= estimatedCredits,
    nodes,
  };
}

async function translatesPublished(context: ActionContext, projectId: string): Promise<boolean> {
  const { settings } = await context.call(getSettings, { projectId });
  return settings.translation.autoTranslateOnPublish;
}
