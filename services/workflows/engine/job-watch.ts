import { type JobState, readJobStates } from "../../../contracts/generation.js";
import { systemMeta } from "../../../runtime/context.js";
import type { Host } from "../../../runtime/host.js";

const LIVE = new Set<JobState["status"]>(["queued", "running"]);

/** The jobs that a run waits for in this process. */
export class JobWatch {
  readonly #host: Host;
  readonly #runId: string;
  readonly #waiting = new Map<string, PromiseWithResolvers<JobState>>();
  readonly #stop: () => void;
  /** What the jobs cost that have ended, by id. */
  readonly costs = new Map<string, number>();
  /** One of them may have ended. */
  isDue = true;

  constructor(host: Host, runId: string, ring: () => void) {
    this.#host = host;
    this.#runId = runId;
    this.#stop = host.signals.on("job.settled", ({ id }) => {
      if (!this.#waiting.has(id)) return;
      this.isDue = true;
      ring();
    });
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** The job once it has ended. Never settles when the watch is closed before. */
  ended(id: string): Promise<JobState> {
    const known = this.#waiting.get(id);
    if (known) return known.promise;
    const waiting = Promise.withResolvers<JobState>();
    this.#waiting.set(id, waiting);
    this.isDue = true;
    return waiting.promise;
  }

  /** Reads what is waited for, and tells who waits for those that have ended. */
  async look(): Promise<void> {
    this.isDue = false;
    const ids = [...this.#waiting.keys()];
    if (ids.length === 0) return;
    const { jobs } = await this.#host.call(readJobStates, { ids }, systemMeta(this.#runId));
    for (const job of jobs) {
      if (LIVE.has(job.status)) continue;
      this.costs.set(job.id, job.costCredits ?? 0);
      this.#waiting.get(job.id)?.resolve(job);
      this.#waiting.delete(job.id);
    }
  }

  close(): void {
    this.#stop();
    this.#waiting.clear();
  }
}
