import { Readable } from "node:stream";
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
  async input(storageId) {
    const { contentType, bytes } = files[storageId];
    return {
      storageId,
      contentType,
      sizeBytes: bytes.length,
      stream: async () => Readable.from([bytes]),
      bytes: async () => bytes,
      url: async () => `data:${contentType};base64,${bytes.toString("base64")}`,
    };
  },
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
