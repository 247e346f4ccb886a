import type { ModelProvider } from "../../plugins/kit/model-provider.js";
import type { Kiln } from "../../start.js";
import type { Person } from "./client.js";
import { until } from "./until.js";

/** Makes a provider of one image model, `<id>-image`, with the calls of the test. */
export const oddProvider = (
  id: string,
  { deadlineSeconds, resultOrigins, resubmit = "never", ...calls }: LentProvider,
): ModelProvider => ({
  id,
  resubmit,
  ...(deadlineSeconds !== undefined && { deadlineSeconds }),
  ...(resultOrigins !== undefined && { resultOrigins }),
  models: [
    {
      id: `${id}-image`,
      kind: "image",
      displayName: id,
      providerModelId: id,
      paidOnly: false,
      pricing: { creditsPerRun: 3 },
      capabilities: { kind: "image", aspectRatios: ["1:1"], supportsImageReference: false, maxImages: 4 },
    },
  ],
  ...calls,
});

export type LentProvider = Pick<
  ModelProvider,
  "submit" | "poll" | "cancel" | "deadlineSeconds" | "resultOrigins"
> &
  Partial<Pick<ModelProvider, "resubmit">>;

/** Loads such a provider into a running process and submits a job to it. Returns the job's id. */
export async function submitTo(
  kiln: Kiln,
  person: Person,
  id: string,
  provider: LentProvider,
): Promise<string> {
  kiln.host.plugins.swap({ name: id, version: "1", file: "a test", status: "loaded", error: null }, [
    { point: "modelProvider", name: id, driver: oddProvider(id, provider) },
  ]);
  const params = { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 1 };
  return until(async () => {
    const { status, body } = await person.api.post("/v1/generations", { model: `${id}-image`, params });
    return status === 200 && (body.job.id as string);
  });
}
