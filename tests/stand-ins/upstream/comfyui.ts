import { randomUUID } from "node:crypto";
import { PICTURE } from "./media.js";
import { type Answer, order, type Vendor } from "./serve-upstream.js";

type Node = { class_type: string; inputs: Record<string, unknown> };

interface Prompt {
  graph: Record<string, Node>;
  looks: number;
  isInterrupted: boolean;
}

/**
 * Imitates a ComfyUI server (docs.comfy.org: comms_routes). One prompt runs at a time, and each prompt ends at the third look at
 * it.
 */
export function comfyui(): Vendor {
  const prompts = new Map<string, Prompt>();
  const isOver = ({ looks, graph, isInterrupted }: Prompt): boolean =>
    isInterrupted || (looks > 2 && !textOf(graph).includes("[endless]"));
  return (seen, upstream) => {
    const url = new URL(seen.path, "http://comfy");
    switch (`${seen.method} ${url.pathname.split("/")[1]}`) {
      case "POST prompt":
        return order(upstream, url.pathname, () => take(seen.json));
      case "GET history":
        return history(decodeURIComponent(url.pathname.split("/")[2] ?? ""));
      case "GET queue":
        return { json: queue() };
      case "POST queue":
        for (const id of (seen.json.delete ?? []) as string[]) if (waiting().includes(id)) prompts.delete(id);
        return { bytes: Buffer.alloc(0) };
      case "POST interrupt": {
        const prompt = prompts.get(String(seen.json.prompt_id));
        if (prompt) prompt.isInterrupted = true;
        return { bytes: Buffer.alloc(0) };
      }
      case "POST upload":
        return { json: { name: "input.png", subfolder: "", type: "input" } };
      case "GET view":
        return url.searchParams.get("filename")?.startsWith("gone")
          ? { status: 404, bytes: Buffer.alloc(0) }
          : { bytes: PICTURE, type: "image/png" };
      default:
        return null;
    }
  };

  function take(body: Record<string, unknown>): Answer {
    const graph = body.prompt as Record<string, Node>;
    const bad = Object.entries(graph).find(([, node]) => node.inputs.text === "");
    if (bad)
      return {
        status: 400,
        json: {
          error: {
            type: "prompt_outputs_failed_validation",
            message: "Prompt outputs failed validation",
            details: "",
          },
          node_errors: {
            [bad[0]]: {
              class_type: bad[1].class_type,
              dependent_outputs: ["9"],
              errors: [
                { type: "required_input_missing", message: "Required input is missing", details: "text" },
              ],
            },
          },
        },
      };
    const id = typeof body.prompt_id === "string" ? body.prompt_id : randomUUID();
    prompts.set(id, { graph, looks: 0, isInterrupted: false });
    const isHalf = textOf(graph).includes("[half]");
    return { json: { prompt_id: id, number: prompts.size, node_errors: isHalf ? PART_REFUSED : {} } };
  }

  function live(): string[] {
    return [...prompts].filter(([, prompt]) => !isOver(prompt)).map(([id]) => id);
  }
  function waiting(): string[] {
    return live().slice(1);
  }
  function queue(): object {
    const [running, ...rest] = live();
    const entry = (id: string, at: number) => [at, id, prompts.get(id)?.graph, {}, ["9"]];
    return {
      queue_running: running === undefined ? [] : [entry(running, 0)],
      queue_pending: rest.map((id, at) => entry(id, at + 1)).toReversed(),
    };
  }

  function history(id: string): Answer {
    const prompt = prompts.get(id);
    if (prompt === undefined) return { json: {} };
    const running = prompts.get(live()[0] ?? "");
    if (running) running.looks += 1;
    if (!isOver(prompt)) return { json: {} };
    return { json: { [id]: { prompt: [1, id, prompt.graph, {}, ["9"]], ...endOf(prompt) } } };
  }
}

/** The faults that come with a success when another output of the graph can be made. */
const PART_REFUSED = {
  "9": {
    class_type: "CheckpointLoaderSimple",
    dependent_outputs: ["9"],
    errors: [{ type: "value_not_in_list", message: "Value not in list", details: "ckpt_name" }],
  },
};

const textOf = (graph: Record<string, Node>): string =>
  Object.values(graph)
    .map(({ inputs }) => (typeof inputs.text === "string" ? inputs.text : ""))
    .join(" ");

function endOf({ graph, isInterrupted }: Prompt): object {
  const text = textOf(graph);
  if (isInterrupted)
    return {
      outputs: {},
      status: { status_str: "error", completed: false, messages: [["execution_interrupted", {}]] },
    };
  if (text.includes("[error]"))
    return {
      outputs: {},
      status: {
        status_str: "error",
        completed: false,
        messages: [
          ["execution_start", {}],
          [
            "execution_error",
            { node_id: "3", node_type: "KSampler", exception_message: "CUDA out of memory" },
          ],
        ],
      },
    };
  const count = Object.values(graph).find(({ class_type: type }) => type === "EmptyLatentImage")?.inputs
    .batch_size;
  const file = text.includes("[expired]") ? "gone" : "kiln";
  // A wrong result follows those that were requested.
  const more = text.includes("[part gone]")
    ? [{ filename: "gone_9.png", subfolder: "", type: "output" }]
    : text.includes("[part unnamed]")
      ? [{ subfolder: "", type: "output" }]
      : text.includes("[part null]")
        ? [null]
        : [];
  const files = Array.from({ length: Number(count) }, (_, at) => ({
    filename: `${file}_${at}.png`,
    subfolder: "",
    type: "output",
  }));
  const images = text.includes("[empty]")
    ? [{ filename: "preview.png", subfolder: "", type: "temp" }]
    : [...files, ...more];
  return { outputs: { "9": { images } }, status: { status_str: "success", completed: true, messages: [] } };
}
