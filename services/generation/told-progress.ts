import type { GenerationJob } from "../../entities/generation-job.js";
import type { ProviderPhase } from "../../plugins/kit/model-provider.js";
import type { Host } from "../../runtime/process/host.js";
import { type ClaimedTask, LeaseLost } from "../../engines/durable-queue/index.js";
import { announceJob } from "./announce-job.js";
import { onItsWay } from "./job-change.repository.js";

const EVERY_MS = 1000;

/**
 * The progress that a provider reports during its `submit`, stored at most once a second. Nothing depends on
 * it: a failed write is logged, and a report after the end of the call is dropped.
 */
export class ToldProgress {
  readonly #host: Host;
  readonly #task: ClaimedTask;
  readonly #job: GenerationJob;
  #nextAt = 0;
  #isWriting = false;

  constructor(host: Host, task: ClaimedTask, job: GenerationJob) {
    this.#host = host;
    this.#task = task;
    this.#job = job;
  }

  take({ progress, queuePosition = null }: ProviderPhase): void {
    if (this.#isWriting || Date.now() < this.#nextAt || this.#task.signal.aborted) return;
    if (typeof progress !== "number" || !(progress >= 0 && progress <= 1)) return;
    this.#isWriting = true;
    this.#keep(Math.round(progress * 1000), queuePosition)
      .catch((error: unknown) => {
        if (!(error instanceof LeaseLost))
          this.#host.log.warn({ err: error, job: this.#job.id }, "the progress of a job was not kept");
      })
      .finally(() => {
        this.#nextAt = Date.now() + EVERY_MS;
        this.#isWriting = false;
      });
  }

  #keep(progressThousandths: number, queuePosition: number | null): Promise<void> {
    const job = this.#job;
    return this.#host.transact(async (tx) => {
      const told = { ...job, status: "running" as const, progressThousandths, queuePosition };
      await this.#task.change(tx, onItsWay(tx, told));
      announceJob(tx, this.#host, told, { isCounted: true });
    });
  }
}
