import type { Capabilities } from "../../../contracts/models.js";
import type { ModelProvider, ProviderJob, ProviderModel } from "../model-provider.js";
import { driveJob } from "./drive-job.js";
import { magicProblem } from "./magic.js";
import { readOutput } from "./read-output.js";
import { type ConformanceCheck, fromRun } from "./report.js";
import { SAMPLE_IDS, type SampleMedia, spoil } from "./sample-media.js";
import { sampleParams } from "./sample-params.js";
import { serveInputs } from "./serve-inputs.js";
import { mustBeProviderError, thrownBy } from "./thrown-by.js";
import { withDeadline } from "./with-deadline.js";

export interface CallLimits {
  /** The milliseconds that one job may take. */
  jobMs: number;
  /**
   * The milliseconds that a call may go on after its signal was aborted, beside the second of `withDeadline`.
   */
  abortMs: number;
}

/** Runs the smallest valid job of a model, and again with an aborted signal and with broken inputs. */
export async function checkCalls(
  provider: ModelProvider,
  model: ProviderModel,
  media: SampleMedia,
  limits: CallLimits,
): Promise<ConformanceCheck[]> {
  const job = sampleJob(model);
  const checks = [
    await fromRun(`${model.id}: the smallest job makes fitting files`, () =>
      makesFiles(provider, job, media, limits),
    ),
    await fromRun(`${model.id}: an aborted call ends`, () => endsWhenAborted(provider, job, media, limits)),
  ];
  if (!takesMedia(job)) return checks;
  const broken = await fromRun(`${model.id}: broken inputs fail as ProviderError`, () =>
    failsProperly(provider, job, spoil(media), limits),
  );
  return [...checks, broken];
}

/**
 * Checks that a handle which is not the provider's own fails as ProviderError, by one poll with its first
 * model.
 */
export async function checkForeignHandle(
  provider: ModelProvider,
  media: SampleMedia,
  { jobMs }: CallLimits,
): Promise<ConformanceCheck> {
  return fromRun("a foreign handle fails as ProviderError", async () => {
    const [model] = provider.models;
    if (provider.poll === undefined || model === undefined) return "there is no poll";
    const job = sampleJob(model);
    const error = await withDeadline(jobMs, (signal) =>
      thrownBy(async () => provider.poll?.({ conformance: "not yours" }, job, serveInputs(media, signal))),
    );
    if (error === null) throw new Error("it was accepted");
    return mustBeProviderError(error.thrown);
  });
}

async function makesFiles(
  provider: ModelProvider,
  job: ProviderJob,
  media: SampleMedia,
  { jobMs }: CallLimits,
): Promise<string> {
  return withDeadline(jobMs, async (signal) => {
    const outputs = await driveJob(provider, job, serveInputs(media, signal));
    const expected = job.params["numImages"] ?? 1;
    if (outputs.length !== expected)
      throw new Error(`${outputs.length} outputs instead of ${JSON.stringify(expected)}`);
    const majors = majorTypes(job.model.capabilities);
    for (const output of outputs) {
      if (!majors.includes(output.contentType.split("/")[0] ?? "")) {
        throw new Error(`${output.contentType} is not ${majors.join(" or ")}`);
      }
      const problem = magicProblem(output.contentType, await readOutput(output, signal));
      if (problem !== null) throw new Error(problem);
    }
    return outputs.map(({ contentType }) => contentType).join(", ");
  });
}

/**
 * Returns the kinds of file that a sample job may make. An upscale makes the kind of its source, an image if
 * both are possible.
 */
function majorTypes(capabilities: Capabilities): readonly string[] {
  if (capabilities.kind !== "upscale") return [capabilities.kind];
  return [capabilities.supportedTypes.includes("image") ? "image" : "video"];
}

/**
 * Checks that a call whose signal is aborted before it starts rejects soon, with a ProviderError or the abort
 * itself.
 */
async function endsWhenAborted(
  provider: ModelProvider,
  job: ProviderJob,
  media: SampleMedia,
  { abortMs }: CallLimits,
): Promise<string> {
  const signal = AbortSignal.abort();
  const end = await withDeadline(abortMs, () =>
    thrownBy(async () => provider.submit(job, serveInputs(media, signal))),
  );
  if (end === null) throw new Error("it went on as if nothing had happened");
  const isAbort =
    end.thrown === signal.reason || (end.thrown instanceof Error && end.thrown.name === "AbortError");
  return isAbort ? "the abort itself" : mustBeProviderError(end.thrown);
}

/** Checks that broken inputs fail as ProviderError, if they fail: many providers do not look at them. */
async function failsProperly(
  provider: ModelProvider,
  job: ProviderJob,
  media: SampleMedia,
  { jobMs }: CallLimits,
): Promise<string> {
  const error = await withDeadline(jobMs, (signal) =>
    thrownBy(() => driveJob(provider, job, serveInputs(media, signal))),
  );
  return error === null ? "they were not looked at" : mustBeProviderError(error.thrown);
}

const sampleJob = (model: ProviderModel): ProviderJob => ({
  id: `conformance-${model.id}`,
  model,
  params: sampleParams(model.capabilities, SAMPLE_IDS),
});

const takesMedia = ({ params }: ProviderJob): boolean =>
  Object.values(SAMPLE_IDS).some((id) => Object.values(params).flat().includes(id));
