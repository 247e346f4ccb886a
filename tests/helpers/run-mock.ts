import { driveJob } from "../../plugins/kit/conformance/drive-job.js";
import { readOutput } from "../../plugins/kit/conformance/read-output.js";
import { type SampleMedia, makeSampleMedia } from "../../plugins/kit/conformance/sample-media.js";
import { serveInputs } from "../../plugins/kit/conformance/serve-inputs.js";
import { mockProvider } from "../../plugins/providers/mock/mock-provider.js";
import { mockModel } from "./mock-model.js";

/** Runs a job of a mock model and returns its files. Inputs are the sample media under `SAMPLE_IDS`. */
export async function runMock(
  modelId: string,
  params: Readonly<Record<string, unknown>>,
  media?: SampleMedia,
): Promise<{ contentType: string; bytes: Buffer }[]> {
  const { signal } = new AbortController();
  const ctx = serveInputs(media ?? (await makeSampleMedia()), signal);
  const job = { id: "job", model: mockModel(modelId), params };
  const outputs = await driveJob(mockProvider, job, ctx);
  return Promise.all(
    outputs.map(async (output) => ({
      contentType: output.contentType,
      bytes: await readOutput(output, signal),
    })),
  );
}
