import type { Host } from "../../../runtime/process/host.js";
import { JOB_AREAS, JOB_KINDS, type JobKind, type JobStates } from "./job-kinds.js";

const LIVE = new Set<string>(["queued", "running"]);
export const isLive = (status: string): boolean => LIVE.has(status);

interface Waiting {
  kind: JobKind;
  settled: PromiseWithResolvers<JobStates[JobKind]>;
}

/** The jobs that a run waits for in this process. */
export class JobWatch {
  readonly #host: Host;
  readonly #runId: string;
  readonly #waiting = new Map<string, Waiting>();
  readonly #stops: readonly (() => void)[];
  /** The costs of the jobs that have ended, by job id. */
  readonly costs = new Map<string, number>();
  /** True when one of the jobs may have ended since the last look. */
  isDue = true;

  constructor(host: Host, runId: string, wake: () => void) {
    this.#host = host;
    this.#runId = runId;
    this.#stops = JOB_KINDS.map((kind) =>
      host.signals.on(JOB_AREAS[kind].signal, ({ id }) => {
        if (!this.#waiting.has(id)) return;
        this.isDue = true;
        wake();
      }),
    );
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves with the job once it has ended; never settles when the watch is closed before. */
  ended<K extends JobKind>(kind: K, id: string): Promise<JobStates[K]> {
    const known = this.#waiting.get(id);
    const waiting = known ?? { kind, settled: Promise.withResolvers<JobStates[JobKind]>() };
    if (known === undefined) {
      this.#waiting.set(id, waiting);
      this.isDue = true;
    }
    return waiting.settled.promise as Promise<JobStates[K]>;
  }

  /** Reads the jobs that are waited for, and resolves the promises of those that have ended. */
  async look(): Promise<void> {
    this.isDue = false;
    for (const kind of JOB_KINDS) {
      const ids = [...this.#waiting].flatMap(([id, waiting]) => (waiting.kind === kind ? id : []));
      if (ids.length === 0) continue;
      for (const job of await JOB_AREAS[kind].states(this.#host, ids, this.#runId)) {
        if (isLive(job.status)) continue;
        this.costs.set(job.id, job.costCredits ?? 0);
        this.#waiting.get(job.id)?.settled.resolve(job);
        this.#waiting.delete(job.id);
      }
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#waiting.clear();
  }
}
