import { cancelJobs, type JobState, readJobStates } from "../../../contracts/generation.js";
import {
  readTranscriptionStates,
  stopTranscriptions,
  type TranscriptionState,
} from "../../../contracts/transcriptions.js";
import {
  cancelTranslations,
  readTranslationStates,
  type TranslationState,
} from "../../../contracts/translation.js";
import type { WorkflowRunStep } from "../../../entities/workflow-run-step.js";
import { systemMeta } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";

/**
 * The states of jobs of other areas, by the kind of step that names such a job and takes its state and price from
 * it.
 */
export interface JobStates {
  generation: JobState;
  transcription: TranscriptionState;
  translation: TranslationState;
}
export type JobKind = keyof JobStates;

interface JobArea {
  /** The signal that a job of this kind has ended. */
  signal: "job.settled" | "transcription.settled" | "translation.moved";
  states(host: Host, ids: string[], runId: string): Promise<JobStates[JobKind][]>;
  callOff(host: Host, ids: string[], runId: string): Promise<unknown>;
}

export const JOB_AREAS: Readonly<Record<JobKind, JobArea>> = {
  generation: {
    signal: "job.settled",
    states: async (host, ids, runId) => (await host.call(readJobStates, { ids }, systemMeta(runId))).jobs,
    callOff: (host, ids, runId) => host.call(cancelJobs, { ids }, systemMeta(runId)),
  },
  transcription: {
    signal: "transcription.settled",
    states: async (host, ids, runId) =>
      (await host.call(readTranscriptionStates, { ids }, systemMeta(runId))).jobs,
    callOff: (host, ids, runId) => host.call(stopTranscriptions, { ids }, systemMeta(runId)),
  },
  translation: {
    signal: "translation.moved",
    states: async (host, ids, runId) =>
      (await host.call(readTranslationStates, { ids }, systemMeta(runId))).jobs,
    callOff: (host, ids, runId) => host.call(cancelTranslations, { ids }, systemMeta(runId)),
  },
};
export const JOB_KINDS = Object.keys(JOB_AREAS) as JobKind[];

const AT_ONCE = 50;

/** Returns the ids of the jobs that steps of a kind name. */
const idsOf = (steps: Iterable<WorkflowRunStep>, kind: JobKind): string[] =>
  [...steps].flatMap((step) => (step.kind === kind && step.jobId !== null ? step.jobId : []));

/** Returns the states of the jobs of steps, whatever their kinds. */
export async function readStepJobs(
  host: Host,
  runId: string,
  steps: readonly WorkflowRunStep[],
): Promise<JobStates[JobKind][]> {
  const states: JobStates[JobKind][] = [];
  for (const kind of JOB_KINDS)
    for (const ids of chunks(idsOf(steps, kind)))
      states.push(...(await JOB_AREAS[kind].states(host, ids, runId)));
  return states;
}

/** Calls off the jobs of steps. May be repeated. */
export async function callOffStepJobs(
  host: Host,
  runId: string,
  steps: readonly WorkflowRunStep[],
): Promise<void> {
  for (const kind of JOB_KINDS)
    for (const ids of chunks(idsOf(steps, kind))) await JOB_AREAS[kind].callOff(host, ids, runId);
}

const chunks = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) =>
    ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  );
