import {
  audioParams,
  imageParams,
  upscaleParams,
  videoParams,
} from "../../../contracts/generation-params.js";

const SHAPES = { video: videoParams, image: imageParams, audio: audioParams, upscale: upscaleParams };

interface Mapped {
  kind: string;
  inputs?: Readonly<Record<string, string | { name: string | readonly string[] }>> | undefined;
  graph?: Readonly<Record<string, { inputs: Readonly<Record<string, unknown>> }>> | undefined;
}

/**
 * Returns the fault in a mapping of a model's parameters, or null: an unknown parameter, or a node input that its
 * graph does not have.
 */
export function inputsProblem({
  kind,
  inputs = {},
  graph,
}: Mapped): { path: string[]; problem: string } | null {
  const shape = SHAPES[kind as keyof typeof SHAPES].shape;
  // Kiln chooses the seed of a graph itself, because ComfyUI does not repeat work with the same inputs.
  const known = [...Object.keys(shape).filter((name) => name !== "kind"), ...(graph ? ["seed"] : [])];
  for (const [param, rule] of Object.entries(inputs)) {
    const path = ["inputs", param];
    if (!known.includes(param))
      return { path, problem: `${param} is no parameter of the kind ${kind}; valid: ${known.join(", ")}` };
    if (graph === undefined) continue;
    const names = typeof rule === "string" ? [rule] : [rule.name].flat();
    for (const name of names) {
      const [id = "", ...rest] = name.split(".");
      const { [id]: node } = graph;
      if (node === undefined)
        return {
          path,
          problem: `the graph has no node ${id}; its nodes are ${Object.keys(graph).slice(0, 40).join(", ")}`,
        };
      if (!(rest.join(".") in node.inputs))
        return {
          path,
          problem: `the node ${id} has no input ${rest.join(".") || "(name it as node.input)"}; its inputs are ${Object.keys(node.inputs).join(", ")}`,
        };
    }
  }
  return null;
}
