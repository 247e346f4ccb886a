import { asInput } from "../../plugins/kit/conformance/serve-inputs.js";
import type { ProviderContext, ProviderModel } from "../../plugins/kit/model-provider.js";
import { localProvider } from "../../plugins/providers/local/local-provider.js";

export interface LocalFile {
  contentType: string;
  bytes: Buffer;
}

/** A context that serves files by storage id. */
const localContext = (
  files: Readonly<Record<string, LocalFile>> = {},
  signal: AbortSignal = new AbortController().signal,
): ProviderContext => ({
  signal,
  input: async (storageId) => asInput(storageId, files[storageId]),
});

/** Runs a job of `local` and answers its files. */
export async function runLocal(
  model: ProviderModel,
  params: Readonly<Record<string, unknown>>,
  {
    files = {},
    jobId = "job",
    signal,
  }: { files?: Record<string, LocalFile>; jobId?: string; signal?: AbortSignal } = {},
): Promise<LocalFile[]> {
  const progress = await localProvider.submit({ id: jobId, model, params }, localContext(files, signal));
  if (progress.state !== "succeeded") throw new Error("local answers at once");
  return progress.outputs.map(({ contentType, body }) => {
    if (!Buffer.isBuffer(body)) throw new Error("local answers buffers");
    return { contentType, bytes: body };
  });
}
