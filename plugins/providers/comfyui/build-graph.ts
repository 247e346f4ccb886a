import { createHash } from "node:crypto";
import type { ProviderContext, ProviderJob } from "../../kit/model-provider.js";
import {
  buildInput,
  type Graph,
  type InputRule,
  type UpstreamModel,
} from "../../kit/upstream/upstream-model.js";

/** A model's graph with the parameters of a job in their places. `store` gives the name of an input at ComfyUI. */
export async function buildGraph(
  model: UpstreamModel,
  { id, params }: ProviderJob,
  ctx: ProviderContext,
  store: (storageId: string, ctx: ProviderContext) => Promise<string>,
): Promise<Graph> {
  const { seed, ...inputs } = model.inputs ?? {};
  const places = await buildInput({ ...model, inputs }, params, (storageId) => store(storageId, ctx));
  for (const place of placesOf(seed)) places[place] = seedOf(id);
  const graph = structuredClone(model.graph ?? {}) as Record<
    string,
    { class_type: string; inputs: Record<string, unknown> }
  >;
  for (const [place, value] of Object.entries(places)) {
    const dot = place.indexOf(".");
    const node = graph[place.slice(0, dot)];
    if (node && value !== undefined) node.inputs[place.slice(dot + 1)] = value;
  }
  return graph;
}

const placesOf = (rule: string | InputRule | undefined): readonly string[] =>
  rule === undefined ? [] : [typeof rule === "string" ? rule : rule.name].flat();

/** Another one for each job, the same for each attempt at it. */
const seedOf = (id: string): number => createHash("sha256").update(id).digest().readUInt32BE(0);
