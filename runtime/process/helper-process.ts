import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * Returns Node's flags for a helper process: those of this process, so that a helper also runs from
 * TypeScript sources, but without a second debugger.
 */
export const helperFlags = (): string[] => process.execArgv.filter((flag) => !flag.startsWith("--inspect"));

/**
 * Lowers the priority of this helper process below the server's. A helper calls it once it has started,
 * because the server waits for its start. Linux keeps a priority for each thread, and new threads inherit the
 * priority of the thread that makes them.
 */
export function goBehindServer(): void {
  for (const thread of process.platform === "linux" ? readdirSync("/proc/self/task") : [0]) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The thread has ended already, or the system does not allow the change: then the helper competes as an
      // equal.
    }
  }
}
