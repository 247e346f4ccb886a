/**
 * Loaded before every test file: writes into the folder KILN_FILE_TIMES how long the file's process lived, and how much
 * of a processor it and the processes took that it had started and that have ended. Of a process of several files
 * (together/) each file leaves its own time, and the process the rest, which is what loading them cost.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { childrenMs } from "./children-ms.js";

export interface Spent {
  ms: number;
  /** Of a processor. */
  cpuMs: number;
}

/** Since this process began. */
export function spentMs(): Spent {
  const { user, system } = process.cpuUsage();
  return { ms: performance.now(), cpuMs: (user + system) / 1000 + childrenMs() };
}

const folder = process.env.KILN_FILE_TIMES;
const left: Spent = { ms: 0, cpuMs: 0 };
let files = 0;

/** Leaves what one file of this process took. */
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
