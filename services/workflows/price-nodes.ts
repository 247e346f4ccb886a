import { checkModelParams, findModel } from "../../contracts/catalog.js";
import { ServiceError } from "../../contracts/errors.js";
import type { WorkflowGraph } from "../../entities/workflow.js";
import type { NodeMaterial, PaidRequest, WorkflowNode } from "../../plugins/kit/workflow-node.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { requireTextModel } from "../../runtime/plugins/text-models.js";
import { estimateFor } from "../transcriptions/index.js";
import { beforePaid, Computed, type Outputs } from "./compute-pure.js";
import { composeRun } from "./engine/compose-run.js";
import { gatherInputs, type UpstreamValue } from "./engine/gather-inputs.js";
import { longTexts } from "./engine/long-texts.js";
import { estimateText } from "./engine/text-step.js";
import { outputsOf } from "./graph/connect.js";
import { findNodeType } from "./graph/node-types.js";
import { inOrder, planGraph, type PlannedNode } from "./graph/plan-graph.js";
import { type ReuseScope, contentKeyOf } from "./reuse/content-key.js";
import { findEarlier } from "./reuse/find-earlier.js";
import { readSettings } from "./graph/read-settings.js";
import type { NodeValue, PortType } from "../../plugins/kit/node-value.js";

/** The id that stands for media that are not made yet. */
const SOME_MEDIA = "00000000-0000-4000-8000-000000000000";

/** The milliseconds of pricing after which others have a turn. */
const MOST_MS = 10;

/** The price of a node. */
export interface NodePrice {
  place: number;
  /** The most credits that the node costs; null when it would fail, so that no price can be given. */
  credits: number | null;
  /** False when the price depends on texts that are not written yet, or part of the work cannot be priced. */
  isExact: boolean;
  /** True when the node costs more than `credits`, by an amount that is known only afterwards. */
  isUnpriced: boolean;
  /** True when an earlier result would be taken over. */
  isCached: boolean;
}

/**
 * Yields the paid nodes of a graph with their prices, in the order in which they can begin. Nodes that depend on
 * their inputs alone are computed; a text that is not known yet counts as the shortest. `isTranslated` says
 * whether the project has published content translated. Changes nothing.
 */
export async function* priceNodes(
  host: Host,
  context: ActionContext,
  graph: WorkflowGraph,
  reuse: ReuseScope | null = null,
  isTranslated: () => Promise<boolean> = async () => true,
): AsyncGenerator<NodePrice> {
  const planned = planGraph(graph, (node) => findNodeType(host, node));
  const known = new Map<number, Outputs>();
  const order = inOrder(planned);
  const before = beforePaid(planned, order);
  const computed = new Computed();
  let since = performance.now();
  for (const place of order) {
    const node = planned[place];
    if (node?.definition == null || node.problem !== null) continue;
    const { unpriced } = node.definition;
    const isUnpriced = unpriced === "always" || (unpriced === "onPublish" && (await isTranslated()));
    const isPaid = node.definition.costs !== undefined || isUnpriced;
    if (!isPaid && !before.has(place)) continue;
    if (performance.now() - since > MOST_MS) {
      await longTexts.next();
      since = performance.now();
    }
    const { definition } = node;
    const isExact = node.needs.every((need) => known.has(need));
    const material = materialOf(
      context,
      node,
      (from, port, wanted) => known.get(from)?.[port] ?? placeholder(planned[from], port, wanted),
    );
    const earlier =
      isExact && material !== null ? await takenOver(host, context, reuse, definition, material) : null;
    if (earlier !== null) {
      known.set(place, earlier);
      if (isPaid) yield { place, credits: 0, isExact, isUnpriced: false, isCached: true };
    } else if (material === null) {
      if (isPaid) yield { place, credits: null, isExact, isUnpriced: false, isCached: false };
    } else if (isPaid) {
      const requests = await Promise.resolve(definition.costs?.(material) ?? []).catch(() => null);
      const credits = requests === null ? null : await priceAll(host, context, requests);
      yield { place, credits, isExact: isExact && !isUnpriced, isUnpriced, isCached: false };
    } else if (definition.isPure === true && isExact) {
      const outputs = await computed.run(definition, material);
      if (outputs !== null) known.set(place, outputs);
    }
  }
}

/** Returns the outputs of an earlier run's node that the priced run would take over. */
async function takenOver(
  host: Host,
  context: ActionContext,
  reuse: ReuseScope | null,
  definition: WorkflowNode,
  material: NodeMaterial,
): Promise<Outputs | null> {
  if (reuse === null) return null;
  const key = await contentKeyOf(host, reuse, definition, material);
  return key === null ? null : findEarlier(host, context, reuse.payerId, key, material);
}

function materialOf(context: ActionContext, node: PlannedNode, valueOf: UpstreamValue): NodeMaterial | null {
  if (node.definition === null) return null;
  try {
    const settings = readSettings(node.definition, node.node.data);
    return {
      settings,
      inputs: gatherInputs(node, settings, valueOf),
      findModel: async (id) => (await context.call(findModel, { id })).model,
      composeApplication: (id, given) => composeRun(context, id, given),
    };
  } catch {
    return null;
  }
}

const placeholderOf = (type: PortType): NodeValue =>
  type === "text" ? { type, text: "?" } : { type, storageId: SOME_MEDIA };

/** Returns a placeholder for the value of an output port, of a wanted type if the port may have several. */
function placeholder(
  from: PlannedNode | undefined,
  port: string,
  wanted: readonly PortType[],
): NodeValue | undefined {
  const types = from?.definition
    ? outputsOf(from.definition).find(({ name }) => name === port)?.types
    : undefined;
  const type = types?.find((one) => wanted.includes(one)) ?? types?.[0];
  return type === undefined ? undefined : placeholderOf(type);
}

/**
 * Returns the sum of the requests' prices; null when one of them would be refused. Throws `unavailable`, which
 * passes.
 */
async function priceAll(
  host: Pick<Host, "plugins">,
  context: ActionContext,
  requests: readonly PaidRequest[],
): Promise<number | null> {
  let sum = 0;
  for (const request of requests) {
    try {
      if ("text" in request) sum += estimateText(requireTextModel(host, request.text.model), request.text);
      else if ("transcription" in request) sum += estimateFor(request.transcription);
      else {
        const { model: id, params } = request.generation;
        sum += (await context.call(checkModelParams, { id, params: { ...params } })).estimatedCredits;
      }
    } catch (error) {
      if (error instanceof ServiceError && error.code === "unavailable") throw error;
      return null;
    }
  }
  return sum;
}

/** Returns the cost of the first paid node that can be priced and is not taken over; 0 when there is none. */
export async function firstCost(
  host: Host,
  context: ActionContext,
  graph: WorkflowGraph,
  reuse: ReuseScope | null,
): Promise<number> {
  for await (const { credits, isCached } of priceNodes(host, context, graph, reuse))
    if (credits !== null && credits > 0 && !isCached) return credits;
  return 0;
}
