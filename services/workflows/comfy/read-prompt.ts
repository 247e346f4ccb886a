import { z } from "zod";
import { invalidParams } from "../../../contracts/errors.js";

const node = z.looseObject({
  class_type: z.string().min(1).max(200),
  inputs: z.record(z.string(), z.unknown()).default({}),
});
export type ComfyNode = z.infer<typeof node>;

/** Returns the id of the node that an input links to, as in `["4", 0]`; null for an input that is a value. */
export const linkOf = (value: unknown): string | null =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[1] === "number" &&
  ["string", "number"].includes(typeof value[0])
    ? String(value[0])
    : null;

/** Returns the nodes of a prompt by their ids. Throws `invalid_params` for anything but ComfyUI's API format. */
export function readPrompt(prompt: Readonly<Record<string, unknown>>): Map<string, ComfyNode> {
  if ("nodes" in prompt && Array.isArray(prompt.nodes))
    throw invalidParams("prompt is ComfyUI's workflow format; save it in API format instead.");
  const nodes = new Map<string, ComfyNode>();
  for (const [id, value] of Object.entries(prompt)) {
    const parsed = node.safeParse(value);
    if (!parsed.success) throw invalidParams(`prompt.${id.slice(0, 100)} must have class_type and inputs.`);
    nodes.set(id, parsed.data);
  }
  if (nodes.size === 0) throw invalidParams("prompt has no nodes.");
  return nodes;
}
