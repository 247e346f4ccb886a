import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export interface FileTime {
  /** Path of the file with the name of the step, because most files run on two engines. */
  name: string;
  ms: number;
  /** Processor time in ms, with that of the processes that the file started. */
  cpuMs: number;
}

/** The folder in which the processes of one step write their times (file-time.ts). */
export class FileTimes {
  readonly folder = mkdtempSync(join(tmpdir(), "kiln-times-"));

  /** Reads the times and removes the folder. */
  take(step: string): FileTime[] {
    const times = readdirSync(this.folder).map((name) => {
      const { file, ms, cpuMs } = JSON.parse(readFileSync(join(this.folder, name), "utf8")) as {
        file: string;
        ms: number;
        cpuMs: number;
      };
      const path = relative(join(process.cwd(), "dist"), fileURLToPath(file)).replace(/\.js$/, ".ts");
      return { name: `${path} (${step})`, ms, cpuMs };
    });
    rmSync(this.folder, { recursive: true, force: true });
    return times;
  }
}

export const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** Returns a line for each of the slowest files, the slowest first; none when fewer than two files ran. */
export function slowestLines(times: readonly FileTime[], most = 20): string[] {
  if (times.length < 2) return [];
  const slowest = times.toSorted((a, b) => b.ms - a.ms || (a.name < b.name ? -1 : 1)).slice(0, most);
  return [
    `The ${slowest.length} slowest of ${times.length} files, with their processor time:`,
    ...slowest.map(
      ({ name, ms, cpuMs }) => `${seconds(ms).padStart(7)} s ${seconds(cpuMs).padStart(7)} s  ${name}`,
    ),
  ];
}

/** Returns the least time that any order of the files could take: the processor time of the tests and their servers, divided by the processors. */
export function floorLine(cpuMs: number, ms: number, processors = availableParallelism()): string {
  const floor = `${seconds(cpuMs)} s of a processor in all, no less than ${seconds(cpuMs / processors)} s on ${processors}`;
  return `In ${seconds(ms)} s: ${floor}.`;
}
