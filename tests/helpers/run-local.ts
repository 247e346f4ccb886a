import { tmpdir } from "node:os";
import { asInput } from "../../plugins/kit/conformance/serve-inputs.js";
import type { ProviderContext, ProviderModel } from "../../plugins/kit/model-provider.js";
import { readOutput } from "../../plugins/kit/conformance/read-output.js";
import { makeLocalProvider } from "../../plugins/providers/local/local-provider.js";

export interface LocalFile {
  contentType: string;
  bytes: Buffer;
}

export const localProvider = makeLocalProvider(tmpdir());

/** Makes a context that serves files by their storage id. */
const localContext = (
  files: Readonly<Record<string, LocalFile>> = {},
  signal: AbortSignal = new AbortController().signal,
  progress: ProviderContext["progress"] = () => {},
): ProviderContext => ({
  signal,
  progress,
  input: async (storageId) => asInput(storageId, files[storageId]),
});

/** Runs a job of `local` and returns its files. */
export async function runLocal(
  model: ProviderModel,
  params: Readonly<Record<string, unknown>>,
  {
    files = {},
    jobId = "job",
    signal,
    progress,
  }: {
    files?: Record<string, LocalFile>;
    jobId?: string;
    signal?: AbortSignal;
    progress?: ProviderContext["progress"];
  } = {},
): Promise<LocalFile[]> {
  const answer = await localProvider.submit(
    { id: jobId, model, params },
    localContext(files, signal, progress),
  );
  if (answer.state !== "succeeded") throw new Error("local answers at once");
  return Promise.all(
    answer.outputs.map(async (output) => ({
      contentType: output.contentType,
      bytes: await readOutput(output, new AbortController().signal),
    })),
  );
}
