import type { Host } from "../../runtime/process/host.js";
import { processWide } from "../../runtime/process/process-wide.js";

/** A job that its process died with this often is not run again. */
export const MAX_DEATHS = 2;
/** What kills a process does so soon, as a rule; a longer wait would make a crash felt by everybody who was at work. */
const APART_MS = 2000;

/**
 * Jobs that were in hand when a process died. One of them may have killed it, so they begin one after the other: the one
 * that does it again is then found, and the others are not taken for it.
 */
export class Suspects {
  #freeAt = 0;

  /** Milliseconds to wait; null for the one that may begin now. It calls `cleared` when it has gone well or failed. */
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
