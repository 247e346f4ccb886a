import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";

/** The number of processes that may die with a job before the job is not run again. */
export const MAX_DEATHS = 2;
/**
 * The milliseconds between two suspects. Work that kills a process usually does so soon; a longer wait would
 * delay everybody's work after a crash.
 */
const APART_MS = 2000;

/**
 * The jobs that were running when a process died. One of them may have killed it, so they begin one after the
 * other: the job that does it again is then known, and the others are not blamed.
 */
export class Suspects {
  #freeAt = 0;

  /**
   * Returns the milliseconds to wait, or null for the work that may begin now. That work calls `cleared` when
   * it has succeeded or failed.
   */
  begin(now = Date.now()): number | null {
    if (now < this.#freeAt) return this.#freeAt - now;
    this.#freeAt = now + APART_MS;
    return null;
  }

  cleared(): void {
    this.#freeAt = 0;
  }
}

export const suspectsOf = (host: Pick<Host, "plugins">): Suspects =>
  processWide(host.plugins, "generation.suspects", () => new Suspects());
