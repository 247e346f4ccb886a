import type { Readable } from "node:stream";
import type { ProviderOutput, ProviderProgress } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import { typeOf } from "../../kit/upstream/find-media.js";
import { sentenceOf, type UpstreamClient } from "../../kit/upstream/upstream-client.js";

/** An entry of ComfyUI's history. */
export interface Finished {
  outputs?: unknown;
  status?: { status_str?: unknown; completed?: unknown; messages?: unknown };
}

/** A file of a node that ComfyUI keeps. */
interface Stored {
  filename: string;
  subfolder: string;
  type: string;
}

/** Under which names nodes list their files, by the kind of media. Video nodes write `gifs`, also for MP4. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  image: ["images"],
  video: ["videos", "video", "gifs", "images"],
  audio: ["audio", "audios"],
};

/**
 * The results of a prompt that is over: all that its nodes saved, or none. Throws for one that went wrong, and for one of
 * whose results one is named wrongly or cannot be fetched; a part of them would look like the whole.
 */
export async function outputsOf(
  client: UpstreamClient,
  kind: string,
  { outputs = {}, status = {} }: Finished,
  signal: AbortSignal,
): Promise<ProviderProgress> {
  if (status.status_str === "error") throw failureOf(status.messages);
  const lists = LISTS[kind] ?? [...new Set(Object.values(LISTS).flat())];
  const files = entriesOf(outputs, "history").flatMap(([node, said]) =>
    entriesOf(said, `node ${node}`).flatMap(([name, list]) =>
      lists.includes(name) ? filesOf(list, `${name} of node ${node}`) : [],
    ),
  );
  // Previews are of the type `temp`.
  const kept = files.filter(({ type }) => type !== "temp");
  if (kept.length === 0)
    throw new ProviderError("unknown", "ComfyUI said that the graph was done, and saved no result.");
  return { state: "succeeded", outputs: await fetchAll(client, kind, kept, signal) };
}

function entriesOf(value: unknown, what: string): [string, unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw wrong(`the outputs of its ${what} are not an object`);
  return Object.entries(value);
}

function filesOf(list: unknown, what: string): Stored[] {
  if (!Array.isArray(list)) throw wrong(`${what} is not a list`);
  return list.map((each: unknown, at) => {
    const { filename, subfolder = "", type = "output" } = (each ?? {}) as Partial<Record<string, unknown>>;
    if (typeof filename !== "string" || filename === "") throw wrong(`${what}[${at}] has no filename`);
    if (typeof subfolder !== "string" || typeof type !== "string")
      throw wrong(`${what}[${at}], ${filename}, lies in no folder that can be asked for`);
    return { filename, subfolder, type };
  });
}

/** Opens all of them; when one cannot be, those that are open are closed. */
async function fetchAll(
  client: UpstreamClient,
  kind: string,
  files: readonly Stored[],
  signal: AbortSignal,
): Promise<ProviderOutput[]> {
  const opened = await Promise.allSettled(files.map((file) => fetchOf(client, kind, file, signal)));
  const outputs = opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  if (outputs.length === files.length) return outputs;
  for (const { body } of outputs) body.destroy();
  throw opened.find((each) => each.status === "rejected")?.reason;
}

async function fetchOf(
  client: UpstreamClient,
  kind: string,
  { filename, subfolder, type }: Stored,
  signal: AbortSignal,
): Promise<{ contentType: string; body: Readable }> {
  const query = new URLSearchParams({ filename, subfolder, type });
  const { body } = await client.bytes(`view?${query.toString()}`, { signal }).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error;
    const { failure, retryable, retryAfterMs } = error;
    throw new ProviderError(failure, `The result ${filename} could not be fetched: ${error.message}`, {
      retryable,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      cause: error,
    });
  });
  return { contentType: typeOf(new URL(`file:///${encodeURIComponent(filename)}`), kind), body };
}

const wrong = (what: string): ProviderError =>
  new ProviderError("unknown", `ComfyUI's list of results cannot be used: ${what}.`);

function failureOf(messages: unknown): ProviderError {
  const all = (Array.isArray(messages) ? messages : []) as [string, Record<string, unknown>][];
  if (all.some(([name]) => name === "execution_interrupted"))
    return new ProviderError("unknown", "The job was interrupted at ComfyUI.");
  const about = all.find(([name]) => name === "execution_error")?.[1];
  const said = sentenceOf(about?.exception_message);
  const node = typeof about?.node_type === "string" ? ` in ${about.node_type}` : "";
  return new ProviderError("unknown", `ComfyUI failed${node}${said === "" ? "." : `: ${said}`}`);
}
