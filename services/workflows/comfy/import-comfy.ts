import type { WorkflowGraph, WorkflowGraphEdge, WorkflowGraphNode } from "../../../entities/workflow.js";
import { type ComfyNode, linkOf, readPrompt } from "./read-prompt.js";

export interface Missing {
  nodeId: string;
  type: string;
  reason: string;
}

const SAMPLERS = new Set(["KSampler", "KSamplerAdvanced"]);
const TEXTS = new Set(["CLIPTextEncode", "PrimitiveString", "PrimitiveStringMultiline"]);
const SHOWS = new Set(["SaveImage", "PreviewImage"]);
const LATENTS = new Set(["EmptyLatentImage", "EmptySD3LatentImage"]);
const UPSCALES = new Set(["ImageUpscaleWithModel", "ImageScaleBy", "LatentUpscale", "LatentUpscaleBy"]);
/** ComfyUI nodes whose work Kiln's nodes do by themselves: they have no counterpart, and links pass through them. */
const INSIDE = new Set([
  "VAEDecode",
  "VAEEncode",
  "CheckpointLoaderSimple",
  "UNETLoader",
  "CLIPLoader",
  "DualCLIPLoader",
  "VAELoader",
  "UpscaleModelLoader",
]);
/** The inputs through which a link passes such a node, in the order in which they are tried. */
const THROUGH = ["samples", "pixels", "image", "images", "latent_image", "conditioning", "text"];
const RATIOS = ["21:9", "16:9", "3:2", "4:3", "5:4", "1:1", "4:5", "3:4", "2:3", "9:16"];

/** Translates a ComfyUI graph into one of Kiln's, node by node; `missing` lists the nodes that have no counterpart. */
export function importComfy(
  prompt: Readonly<Record<string, unknown>>,
  model: string | null,
): { graph: WorkflowGraph; missing: Missing[] } {
  const nodes = readPrompt(prompt);
  const made = new Map<string, WorkflowGraphNode>();
  const edges: WorkflowGraphEdge[] = [];
  const missing: Missing[] = [];
  const note = (nodeId: string, reason: string) =>
    missing.push({ nodeId, type: nodes.get(nodeId)?.class_type ?? "", reason });
  const negatives = onlyNegative(nodes);
  const latentOf = follower(nodes, (id) => LATENTS.has(nodes.get(id)?.class_type ?? ""));
  for (const [id, { class_type: type, inputs }] of nodes) {
    const place = made.size;
    const add = (own: string, data: object) =>
      made.set(id, { id, type: own, x: (place % 6) * 280, y: Math.floor(place / 6) * 200, data });
    if (TEXTS.has(type)) {
      if (negatives.has(id)) note(id, "A negative prompt has no counterpart.");
      else if (linkOf(inputs.text ?? inputs.value) === null) add("prompt", { text: textOf(inputs) });
    } else if (type === "LoadImage") {
      add("imageInput", {});
      note(id, "Choose the picture: upload it, and set data.storageId or give it to the run.");
    } else if (SAMPLERS.has(type)) {
      add("generateImage", {
        ...(model !== null && { model }),
        ...sizeOf(nodes, latentOf(inputs.latent_image)),
      });
      note(
        id,
        "Seed, steps, cfg, sampler, scheduler and the checkpoint have no counterpart: the model decides.",
      );
      if (model === null) note(id, "No image model is in the catalog: set data.model.");
    } else if (UPSCALES.has(type)) add("upscale", { model: "local-upscale" });
    else if (SHOWS.has(type)) add("output", {});
    else if (!INSIDE.has(type) && !LATENTS.has(type)) note(id, "The node type has no counterpart.");
  }
  const sourceOf = follower(nodes, (id) => made.has(id));
  const connect = (target: string, targetHandle: string | null, value: unknown): void => {
    const source = sourceOf(value);
    if (source === null || source === target) return;
    edges.push({ id: `e${edges.length + 1}`, source, target, sourceHandle: null, targetHandle });
  };
  for (const [id, { type }] of made) {
    const inputs = nodes.get(id)?.inputs ?? {};
    if (type === "generateImage") {
      connect(id, "prompt", inputs.positive);
      connect(id, "references", inputs.latent_image);
    } else if (type === "upscale") connect(id, null, inputs.image ?? inputs.samples);
    else if (type === "output") connect(id, null, inputs.images ?? inputs.image);
  }
  return {
    graph: { nodes: [...made.values()], edges: edges.filter((edge) => isTyped(edge, made)) },
    missing,
  };
}

function textOf({ text, value }: ComfyNode["inputs"]): string {
  const given = text ?? value;
  return typeof given === "string" ? given : "";
}

/**
 * Tells whether an edge fits: a text does not go into a port of pictures, nor a picture into one of texts. ComfyUI
 * links do not tell them apart.
 */
function isTyped(
  { source, targetHandle }: WorkflowGraphEdge,
  made: ReadonlyMap<string, WorkflowGraphNode>,
): boolean {
  const isText = made.get(source)?.type === "prompt";
  return targetHandle === "prompt" ? isText : !isText;
}

/**
 * Returns a function that follows a link through nodes without a counterpart to the node at its end. Each node is
 * passed only once.
 */
function follower(
  nodes: ReadonlyMap<string, ComfyNode>,
  isEnd: (id: string) => boolean,
): (value: unknown) => string | null {
  const known = new Map<string, string | null>();
  return (value) => {
    const passed = new Set<string>();
    let link = linkOf(value);
    // A link that goes in a circle has no end.
    while (link !== null && !isEnd(link) && !known.has(link)) {
      if (passed.has(link)) link = null;
      else {
        passed.add(link);
        const inputs: ComfyNode["inputs"] = nodes.get(link)?.inputs ?? {};
        link = THROUGH.map((name) => linkOf(inputs[name])).find((each) => each !== null) ?? null;
      }
    }
    const end = link === null || isEnd(link) ? link : (known.get(link) ?? null);
    for (const id of passed) known.set(id, end);
    return end;
  };
}

/** Returns the ids of texts that are used in negative prompts only. */
function onlyNegative(nodes: ReadonlyMap<string, ComfyNode>): Set<string> {
  const [negative, positive] = [new Set<string>(), new Set<string>()];
  const textBehind = follower(nodes, (id) => TEXTS.has(nodes.get(id)?.class_type ?? ""));
  for (const { inputs } of nodes.values())
    for (const [name, value] of Object.entries(inputs)) {
      const text = textBehind(value);
      if (text !== null) (name === "negative" ? negative : positive).add(text);
    }
  return negative.difference(positive);
}

/** Returns the aspect ratio and number of pictures of an empty latent. */
function sizeOf(nodes: ReadonlyMap<string, ComfyNode>, id: string | null): object {
  const { width, height, batch_size: batch } = (id === null ? undefined : nodes.get(id)?.inputs) ?? {};
  if (typeof width !== "number" || typeof height !== "number" || !(width > 0) || !(height > 0)) return {};
  const wanted = Math.log(width / height);
  const [aspectRatio] = RATIOS.toSorted((a, b) => Math.abs(logOf(a) - wanted) - Math.abs(logOf(b) - wanted));
  const numImages = typeof batch === "number" ? Math.min(12, Math.max(1, Math.floor(batch))) : 1;
  return { aspectRatio, ...(numImages > 1 && { numImages }) };
}

function logOf(ratio: string): number {
  const [width = 1, height = 1] = ratio.split(":").map(Number);
  return Math.log(width / height);
}
