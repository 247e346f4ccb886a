import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { GenerationJob } from "../../entities/generation-job.js";
import type { ModelProvider, ProviderOutput } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import { networkPolicy } from "../../runtime/http/guarded-fetch/index.js";
import * as storage from "../storage/index.js";
import { UnusableAnswer } from "./check-answer.js";
import {
  openResult,
  ResultBrokeOff,
  ResultCut,
  ResultNotFetched,
  ResultRefused,
  WrongResult,
  type ResultReach,
} from "./open-result.js";
import { filesAskedFor, kindsOf } from "./result-rules.js";
import { resultId } from "./results.js";

export interface Result {
  storageId: string;
  contentType: string;
  sizeBytes: number;
}

/** The time for fetching all results of a job together: a result that comes as slowly as allowed would keep a worker and the hold for days. */
const LONGEST_MS = 3600_000;
/** Number of fetches that end early after which the file itself is taken to be incomplete. */
const MOST_CUTS = 3;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 15_000;

export interface Handed {
  job: GenerationJob;
  outputs: readonly ProviderOutput[];
  longestMs?: number;
}

/**
 * Copies results into storage and checks each of them before it is kept (rules/models 30 and 31). For UPSTREAM_RETRY_SECONDS an address
 * that does not give its result whole is fetched again, and bytes in hand wait for a store that is away. Fetching takes an hour at
 * most (rules/models 41). Nothing is ever ordered again. Throws ProviderError, and leaves in storage what was copied before then:
 * another process may hold the job by now, and finish it with these files. They are removed when the job has ended (rules/generation 21).
 */
export async function copyResults(
  host: Host,
  provider: ModelProvider,
  task: ClaimedTask,
  { job, outputs, longestMs = LONGEST_MS }: Handed,
): Promise<Result[]> {
  const results: Result[] = [];
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooLate(job, longestMs)), longestMs);
  const bounded = AbortSignal.any([task.signal, late.signal]);
  try {
    const asked = filesAskedFor(job);
    if (outputs.length !== asked)
      throw new UnusableAnswer(
        `The provider ${job.provider} gave ${outputs.length} files where ${asked} were asked for.`,
      );
    const kinds = kindsOf(job, await task.untilStored(() => sourceType(host, job)));
    const reach = {
      policy: networkPolicy(host.config),
      own: provider.resultOrigins ?? [],
      stallMs: host.config.resultStallMs,
    };
    const copying = { isSurelyOurs: task.isSurelyOurs, untilStored: task.untilStored };
    for (const output of outputs) {
      const ordered = { output, kinds, reach, index: results.length, of: outputs.length };
      // The provider has done its part where the bytes are in hand: only our store can be late then.
      const signal = Buffer.isBuffer(output.body) ? task.signal : bounded;
      results.push(await copyResult(host, { ...copying, signal }, job, ordered));
    }
    return results;
  } finally {
    clearTimeout(timer);
    // The connections of outputs that were not copied would stay open.
    for (const { body } of outputs) if (body instanceof Readable) body.destroy();
  }
}

const tooLate = ({ provider }: GenerationJob, longestMs: number): UnusableAnswer =>
  new UnusableAnswer(
    `The results of the provider ${provider} were not whole within ${longestMs / 1000} seconds.`,
  );

/** Returns the content type of an upscale's source; undefined for other jobs, and when the source has been deleted meanwhile. */
async function sourceType(
  host: Pick<Host, "read">,
  { kind, accountId, params }: GenerationJob,
): Promise<string | undefined> {
  const { sourceStorageId: id } = params as { sourceStorageId?: unknown };
  if (kind !== "upscale" || typeof id !== "string") return undefined;
  const [types] = await storage.readableTypes(host.read, [{ accountId, ids: [id], granted: new Set([id]) }]);
  return types?.get(id);
}

/** The part of a task that a copy needs; the signal also aborts, with a ProviderError, when the time for copying is over. */
type Copying = Pick<ClaimedTask, "signal" | "isSurelyOurs" | "untilStored">;

interface OrderedOutput {
  output: ProviderOutput;
  kinds: readonly string[];
  reach: ResultReach;
  index: number;
  of: number;
}

async function copyResult(
  host: Host,
  task: Copying,
  job: GenerationJob,
  { output, kinds, reach, index, of }: OrderedOutput,
): Promise<Result> {
  const name = `${of === 1 ? "The result" : `Result ${index + 1}`} of the provider ${job.provider}`;
  const until = Date.now() + host.config.upstreamRetryMs;
  let cuts = 0;
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2)) {
    try {
      return await keepOnce(host, task, job, { output, kinds, reach, index });
    } catch (error) {
      task.signal.throwIfAborted();
      if (error instanceof WrongResult)
        throw new UnusableAnswer(`${name} cannot be used: ${error.message}.`, error);
      if (error instanceof ResultRefused)
        throw new UnusableAnswer(`${name} could not be fetched: ${error.message}.`, error);
      const isLate = Date.now() + waitMs > until;
      if (error instanceof ResultNotFetched || error instanceof ResultBrokeOff) {
        if (error instanceof ResultCut) cuts += 1;
        // A stream can be read only once.
        if (!(output.body instanceof URL) || isLate || cuts === MOST_CUTS) {
          const isUnusable = Buffer.isBuffer(output.body) || cuts === MOST_CUTS;
          throw new UnusableAnswer(
            `${name} ${isUnusable ? "cannot be used" : "could not be fetched"}: ${error.message}.`,
            error,
          );
        }
        host.log.info({ job: job.id, err: error }, "a result is fetched again");
      } else {
        // Our store is away. Bytes in hand may be all that is left of a paid order; an address is asked for again.
        if (!Buffer.isBuffer(output.body) || isLate) throw error;
        host.log.warn({ job: job.id, err: error }, "a result is written again");
      }
      await sleep(waitMs, undefined, { signal: task.signal }).catch(() => task.signal.throwIfAborted());
    }
  }
}

async function keepOnce(
  host: Pick<Host, "read" | "storage">,
  { signal, isSurelyOurs, untilStored }: Copying,
  job: GenerationJob,
  { output, kinds, reach, index }: Omit<OrderedOutput, "of">,
): Promise<Result> {
  const storageId = resultId(job.id, index);
  const opened = await openResult(output, kinds, reach, signal);
  const { contentType } = opened;
  let fault: unknown;
  opened.body.once("error", (error) => (fault = error));
  try {
    const { sizeBytes } = await storage.writeResult(host, {
      storageId,
      signal,
      isSurelyOurs,
      untilRead: untilStored,
      ...opened,
    });
    return { storageId, contentType, sizeBytes };
  } catch (error) {
    // A store may wrap the error that broke its source.
    throw fault instanceof WrongResult || fault instanceof ResultBrokeOff ? fault : error;
  } finally {
    opened.body.destroy();
  }
}
