import { checkModelParams, findModel } from "../../contracts/catalog.js";
import { ServiceError } from "../../contracts/errors.js";
import type { WorkflowGraph } from "../../entities/workflow.js";
import type {
  NodeMaterial,
  NodeValue,
  PaidRequest,
  PortType,
  WorkflowNode,
} from "../../plugins/kit/workflow-node.js";
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

/** Stands for media that are not made yet. */
const SOME_MEDIA = "00000000-0000-4000-8000-000000000000";

/** How long a price is worked on before everybody else has a turn. */
const MOST_MS = 10;

/** What a node would cost. */
export interface NodePrice {
  place: number;
  /** At most; null: it cannot be said, because the node would fail. */
  credits: number | null;
  /** False: it hangs on texts that are not written yet, or more is paid for than can be priced. */
  isExact: boolean;
  /** More is paid for than `credits`, and how much shows only afterwards. */
  isUnpriced: boolean;
  /** An earlier result would be taken over. */
  isCached: boolean;
}

/**
 * The paid nodes of a graph in the order in which they can begin, with what each would cost. Nodes that follow from
 * their inputs alone are computed; what is not known yet counts as the shortest text. `isTranslated` says whether the project
 * has translated what is published. Changes nothing.
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

/** What the run that is priced would take over of an earlier one. */
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

/** Of an output that may be of several types the one that is wanted. */
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

/** Null when one of them would be refused. What is away for a moment is thrown. */
async function priceAll(
  host: Host,
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

/** What the first paid node costs that can be priced, and is not taken over; 0 when there is none. */
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
