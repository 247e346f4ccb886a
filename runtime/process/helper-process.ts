import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/** Node's flags for a process that helps this one: its own, so that sources run as sources, without a second debugger. */
export const helperFlags = (): string[] => process.execArgv.filter((flag) => !flag.startsWith("--inspect"));

/**
 * Called by a helping process itself once it has started, which somebody waits for: from now on the server goes first where
 * processors are short. Linux keeps a priority for each thread; those that come later take over their maker's.
 */
export function goBehindServer(): void {
  for (const thread of process.platform === "linux" ? readdirSync("/proc/self/task") : [0]) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Gone already, or not allowed here: then it competes as an equal.
    }
  }
}
