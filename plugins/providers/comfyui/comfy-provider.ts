import type { Handle, ModelProvider, ProviderContext, ProviderProgress } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { UpstreamClient } from "../../kit/upstream/upstream-client.js";
import { declare, inputLimitsOf, type UpstreamModel } from "../../kit/upstream/upstream-model.js";
import { buildGraph } from "./build-graph.js";
import { type Finished, outputsOf } from "./comfy-outputs.js";
import { nodeFaults } from "./node-faults.js";

const POLL_MS = 1000;

/**
 * Runs stored graphs on ComfyUI. A prompt goes there under the job's own id, so an order whose outcome is unknown is looked
 * for before it is sent again: nothing is made twice.
 */
export function comfyProvider(client: UpstreamClient, models: readonly UpstreamModel[]): ModelProvider {
  const known = new Map(models.map((model) => [model.id, model]));
  return {
    id: "comfyui",
    resubmit: "once",
    models: models.map(declare),
    inputLimits: inputLimitsOf(models),

    async submit(job, ctx) {
      const model = known.get(job.model.id);
      if (!model) throw new ProviderError("invalid_params", `ComfyUI has no graph ${job.model.id}.`);
      const handle = { prompt: job.id, kind: job.model.kind };
      if ((await look(client, handle, ctx)) !== null) return pending(handle);
      const prompt = await buildGraph(model, job, ctx, (storageId) => upload(client, storageId, ctx));
      const answer = await client.json("prompt", {
        json: { prompt, prompt_id: job.id, client_id: "kiln" },
        signal: ctx.signal,
      });
      const { prompt_id: id } = answer;
      if (typeof id !== "string")
        throw new ProviderError("unknown", "ComfyUI took the graph without a prompt_id.");
      const faults = nodeFaults(answer.node_errors);
      if (faults.length > 0) {
        // ComfyUI runs the rest of such a graph, and a part of the results would look like the whole.
        await stop(client, id).catch(() => {});
        throw new ProviderError(
          "invalid_params",
          `ComfyUI refused a part of the graph: ${faults.join("; ")}`,
        );
      }
      // An older ComfyUI gives an id of its own.
      return pending({ ...handle, prompt: id });
    },

    async poll(handle, _job, ctx) {
      const found = await look(client, handle, ctx);
      if (found === null)
        throw new ProviderError(
          "unknown",
          "ComfyUI does not know this job any more; it may have been restarted.",
        );
      return found;
    },

    cancel: ({ prompt }) => stop(client, String(prompt)),
  };
}

/** Takes a prompt out of the queue, or interrupts it if it runs. */
async function stop(client: UpstreamClient, prompt: string): Promise<void> {
  await client.tell("queue", { json: { delete: [prompt] } });
  const { running } = await queueOf(client);
  if (running.includes(prompt)) await client.tell("interrupt", { json: { prompt_id: prompt } });
}

const pending = (handle: Handle, queuePosition: number | null = null): ProviderProgress => ({
  state: "pending",
  handle,
  pollAfterMs: POLL_MS,
  queuePosition,
});

/** Where a prompt is: over, in the queue, or (null) nowhere. One that ends between two looks is looked for again. */
async function look(
  client: UpstreamClient,
  handle: Handle,
  ctx: ProviderContext,
): Promise<ProviderProgress | null> {
  const id = String(handle.prompt);
  const before = await finishedOf(client, id, ctx.signal);
  if (before !== null) return outputsOf(client, String(handle.kind), before, ctx.signal);
  const { running, waiting } = await queueOf(client, ctx.signal);
  if (running.includes(id)) return pending(handle, 0);
  if (waiting.includes(id)) return pending(handle, waiting.indexOf(id) + running.length);
  const after = await finishedOf(client, id, ctx.signal);
  return after && outputsOf(client, String(handle.kind), after, ctx.signal);
}

async function finishedOf(client: UpstreamClient, id: string, signal: AbortSignal): Promise<Finished | null> {
  const history = await client.json(`history/${encodeURIComponent(id)}`, { signal });
  return (history[id] as Finished | undefined) ?? null;
}

async function queueOf(
  client: UpstreamClient,
  signal?: AbortSignal,
): Promise<{ running: string[]; waiting: string[] }> {
  const { queue_running: running, queue_pending: waiting } = await client.json("queue", {
    ...(signal && { signal }),
  });
  return { running: idsOf(running), waiting: idsOf(waiting) };
}

/** Entries are `[number, prompt_id, …]`; the smallest number is next. */
const idsOf = (entries: unknown): string[] =>
  (Array.isArray(entries) ? entries : [])
    .filter((entry): entry is [number, string] => Array.isArray(entry))
    .toSorted(([one], [other]) => one - other)
    .map(([, id]) => id);

/** An input in ComfyUI's own folder, by the name that its nodes know it by. */
async function upload(client: UpstreamClient, storageId: string, ctx: ProviderContext): Promise<string> {
  const file = await ctx.input(storageId);
  const ending = file.contentType.split("/")[1]?.split(";")[0] ?? "bin";
  const answer = await client.json("upload/image", {
    parts: [
      { name: "image", file, filename: `kiln-${file.storageId}.${ending === "jpeg" ? "jpg" : ending}` },
      { name: "type", value: "input" },
      { name: "overwrite", value: "true" },
    ],
    signal: ctx.signal,
  });
  const { name, subfolder } = answer;
  if (typeof name !== "string")
    throw new ProviderError("provider_unavailable", "ComfyUI did not take an input.");
  return typeof subfolder === "string" && subfolder !== "" ? `${subfolder}/${name}` : name;
}
