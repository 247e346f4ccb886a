/**
 * Loaded before every test file: writes the file's duration and processor time into the folder KILN_FILE_TIMES. The processor time
 * includes the ended processes that the file started. Where several files share a process (together/), each file writes its own time
 * and the process writes the rest, which loading them took.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { childrenMs } from "./children-ms.js";

export interface Spent {
  ms: number;
  /** Processor time in ms. */
  cpuMs: number;
}

/** Returns the times since this process began. */
export function spentMs(): Spent {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1000 + childrenMs() };
}

const folder = process.env.KILN_FILE_TIMES;
const left: Spent = { ms: 0, cpuMs: 0 };
let files = 0;

/** Writes the time of one file of this process. */
export function leaveTime(file: string, { ms, cpuMs }: Spent): void {
  if (folder === undefined) return;
  left.ms += ms;
  left.cpuMs += cpuMs;
  files += 1;
  const time = { file, ms: Math.round(ms), cpuMs: Math.round(cpuMs) };
  writeFileSync(join(folder, `${process.pid}-${files}.json`), JSON.stringify(time));
}

if (folder !== undefined) {
  const { file } = test.meta;
  process.once("exit", () => {
    const { ms, cpuMs } = spentMs();
    leaveTime(file, { ms: ms - left.ms, cpuMs: cpuMs - left.cpuMs });
  });
}
