import type { ProviderOutput, ProviderProgress } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { typeOf } from "../../kit/upstream/find-media.js";
import { sentenceOf, type UpstreamClient } from "../../kit/upstream/upstream-client.js";

/** An entry of ComfyUI's history. */
export interface Finished {
  outputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  status?: { status_str?: unknown; completed?: unknown; messages?: unknown };
}

interface Stored {
  filename: string;
  subfolder?: string;
  type?: string;
}

/** Under which names nodes list their files, by the kind of media. Video nodes write `gifs`, also for MP4. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  image: ["images"],
  video: ["videos", "video", "gifs", "images"],
  audio: ["audio", "audios"],
};

/** The results of a prompt that is over. Throws for one that went wrong. */
export async function outputsOf(
  client: UpstreamClient,
  kind: string,
  { outputs = {}, status = {} }: Finished,
  signal: AbortSignal,
): Promise<ProviderProgress> {
  if (status.status_str === "error") throw failureOf(status.messages);
  const lists = LISTS[kind] ?? [...new Set(Object.values(LISTS).flat())];
  const files = Object.values(outputs).flatMap((node) =>
    lists.flatMap((name) => (Array.isArray(node[name]) ? (node[name] as (Stored | null)[]) : [])),
  );
  // Previews are of the type `temp`.
  const kept = files.filter((file) => typeof file?.filename === "string" && file.type !== "temp");
  if (kept.length === 0)
    throw new ProviderError("unknown", "ComfyUI said that the graph was done, and saved no result.");
  return {
    state: "succeeded",
    outputs: await Promise.all(kept.map((file) => fetchOf(client, kind, file as Stored, signal))),
  };
}

async function fetchOf(
  client: UpstreamClient,
  kind: string,
  { filename, subfolder = "", type = "output" }: Stored,
  signal: AbortSignal,
): Promise<ProviderOutput> {
  const query = new URLSearchParams({ filename, subfolder, type });
  const { body } = await client.bytes(`view?${query.toString()}`, { signal });
  return { contentType: typeOf(new URL(`file:///${encodeURIComponent(filename)}`), kind), body };
}

function failureOf(messages: unknown): ProviderError {
  const all = (Array.isArray(messages) ? messages : []) as [string, Record<string, unknown>][];
  if (all.some(([name]) => name === "execution_interrupted"))
    return new ProviderError("unknown", "The job was interrupted at ComfyUI.");
  const about = all.find(([name]) => name === "execution_error")?.[1];
  const said = sentenceOf(about?.exception_message);
  const node = typeof about?.node_type === "string" ? ` in ${about.node_type}` : "";
  return new ProviderError("unknown", `ComfyUI failed${node}${said === "" ? "." : `: ${said}`}`);
}
