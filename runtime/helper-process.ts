import { constants, setPriority } from "node:os";
import type { ChildProcess } from "node:child_process";

/** Node's flags for a process that helps this one: its own, so that sources run as sources, without a second debugger. */
export const helperFlags = (): string[] => process.execArgv.filter((flag) => !flag.startsWith("--inspect"));

/**
 * Where processors are short, the server goes before a process that helps it. To be called at once after the start: threads
 * take over the priority that they find.
 */
export function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Gone already, or not allowed here: then it competes as an equal.
  }
}
