import type { ServiceError } from "../../../contracts/errors.js";
import { resolveMedia, signMedia } from "../../../contracts/storage.js";
import { findModel } from "../../../contracts/catalog.js";
import { UNKNOWN_STORAGE_ID } from "../../../contracts/sentences.js";
import type { NodeContext, NodeInputs, NodeSettings } from "../../../plugins/kit/workflow-node.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import * as projects from "../../projects/index.js";
import { makeContentAccess } from "./content/content-access.js";
import { composeRun } from "./compose-run.js";
import { resultsOf, submitGeneration } from "./generation-step.js";
import { callOffStepJobs } from "./job-kinds.js";
import { remember } from "./remember.js";
import { findSteps } from "../run-step.repository.js";
import type { RunScope } from "./run-scope.js";
import { actAsStarter } from "./starter.js";
import { isRefusal, NodeFailure } from "./step-refusal.js";
import { storeFile } from "./store-step.js";
import { writeText } from "./text-step.js";
import { readTranscription, submitTranscription } from "./transcription-step.js";
import type { StepOptions } from "../../../plugins/kit/content-access.js";

const MAX_STEPS = 100;
const KEY = /^[a-z0-9-]{1,12}$/;

/** The numbers of steps that a node waits for. */
export interface Pending {
  /** The number of steps that wait for a job. */
  jobs: number;
  /** The number of all other steps. */
  others: number;
}

/**
 * Makes the context that a node's function is called with. A step that fails for reasons of the node throws in it;
 * for any other reason the process leaves the run, and the node never hears of it.
 */
export function makeContext(
  whole: RunScope,
  place: number,
  material: { inputs: NodeInputs; settings: NodeSettings },
  signal: AbortSignal,
  pending: Pending,
): NodeContext {
  const scope: RunScope = { ...whole, signal };
  const { host, run } = scope;
  let calls = 0;
  const nextStep = ({ key }: StepOptions = {}) => {
    calls += 1;
    if (calls > MAX_STEPS) throw new NodeFailure(`A node may ask for ${MAX_STEPS} steps.`);
    if (key !== undefined && !KEY.test(key))
      throw new NodeFailure("A step's key must be of 1 to 12 lower-case letters, digits and dashes.");
    return { id: `${run.id}.${place}.${key ?? calls}`, place };
  };
  const asked = async <T>(kind: keyof Pending, work: () => Promise<T>): Promise<T> => {
    // An ended node begins nothing more (rules/workflows 50). The promise neither resolves nor rejects: a node that catches errors
    // would ask again in a loop, and one that does not wait would leave an unhandled rejection.
    if (signal.aborted) return new Promise<never>(() => {});
    pending[kind] += 1;
    try {
      return await untilDone(scope, work);
    } catch (error) {
      if (error instanceof NodeFailure) throw error;
      if (isRefusal(error) && !(await isProjectGone(scope, error)))
        throw new NodeFailure(error.message, { cause: error });
      // The node has ended or is called again, so nobody waits for this result.
      if (!signal.aborted) scope.fail(error);
      return await new Promise<never>(() => {});
    } finally {
      pending[kind] -= 1;
    }
  };
  const awaited = (submitted: Promise<string>, id: string) => callOffLate(scope, whole.signal, submitted, id);
  return {
    ...material,
    idempotencyKey: `${run.id}.${place}`,
    signal,
    progress(share) {
      if (!signal.aborted) scope.told.take(place, share);
    },
    findModel: (id) =>
      asked("others", async () => (await host.call(findModel, { id }, systemMeta(run.id))).model),
    composeApplication: (id, inputs) =>
      asked("others", async () => composeRun(await actAsStarter(host, run), id, inputs)),
    async generate(request, options) {
      const at = nextStep(options);
      const jobId = await asked("others", () => awaited(submitGeneration(scope, at, request), at.id));
      const job = await asked("jobs", () => scope.jobs.ended("generation", jobId));
      return asked("others", () => resultsOf(host, job));
    },
    async transcribe(request, options) {
      const at = nextStep(options);
      const jobId = await asked("others", () => awaited(submitTranscription(scope, at, request), at.id));
      const job = await asked("jobs", () => scope.jobs.ended("transcription", jobId));
      return asked("others", () => readTranscription(scope, job));
    },
    content: makeContentAccess(scope, {
      nextStep,
      asked: (work) => asked("others", work),
    }),
    async text(request, options) {
      const at = nextStep(options);
      return asked("others", () => writeText(scope, at, request));
    },
    async store(file, options) {
      const at = nextStep(options);
      return asked("others", () => storeFile(scope, at, file));
    },
    async step(work, options) {
      const at = nextStep(options);
      const known = scope.steps.get(at.id);
      if (known) return known.result as Awaited<ReturnType<typeof work>>;
      if (signal.aborted) return new Promise<never>(() => {});
      const result = await work();
      await asked("others", () => remember(scope, at, result));
      return result;
    },
    media: (storageId) => asked("others", () => readMedia(scope, storageId)),
  };
}

/**
 * Repeats a step's work after a conflict, and while the database is away. If the process left the run instead, models that
 * other nodes wait for would be asked, and paid, once more. The work may be repeated, as after a crash, unless its node has
 * ended: a repeat reads the steps again, since a commit whose answer was lost may have come through.
 */
function untilDone<T>({ host, run, task, signal, steps }: RunScope, work: () => Promise<T>): Promise<T> {
  let tries = 0;
  return task.untilStored(async () => {
    tries += 1;
    if (tries > 1) {
      signal.throwIfAborted();
      for (const step of await findSteps(host.read, { runId: run.id }))
        if (!steps.has(step.id)) steps.set(step.id, step);
    }
    return work();
  });
}

/**
 * Returns the id of a step's job once it is submitted. Calls the job off when its node ended meanwhile, since nobody waits for
 * it. `left` aborts when this process gives the run up: then the next process goes on with the job.
 */
async function callOffLate(
  { host, run, signal, steps }: RunScope,
  left: AbortSignal,
  submitted: Promise<string>,
  stepId: string,
): Promise<string> {
  const jobId = await submitted;
  const step = steps.get(stepId);
  if (signal.aborted && !left.aborted && step !== undefined) await callOffStepJobs(host, run.id, [step]);
  return jobId;
}

async function readMedia(
  { host, run }: RunScope,
  storageId: string,
): Promise<{ contentType: string; url: string }> {
  const context = await actAsStarter(host, run);
  const { objects } = await context.call(resolveMedia, { storageIds: [storageId] });
  if (objects.length === 0) throw new NodeFailure(UNKNOWN_STORAGE_ID);
  const [signed] = (await context.call(signMedia, { storageIds: [storageId] })).objects;
  if (signed === undefined) throw new NodeFailure(UNKNOWN_STORAGE_ID);
  return { contentType: signed.contentType, url: signed.url };
}

/** Tells whether the run's project was deleted. Its deletion will stop the run, so no node has failed. */
const isProjectGone = async ({ host, run }: RunScope, { code }: ServiceError): Promise<boolean> =>
  code === "not_found" &&
  run.projectId !== null &&
  (await projects.findProject(host.read, run.projectId)) === null;
