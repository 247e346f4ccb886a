import { availableParallelism } from "node:os";
import { readdir, readFile } from "node:fs/promises";

/** Processor time in hundredths of a second since the machine started. */
export interface ProcessorTime {
  /** Time of all processes. */
  all: number;
  /** Time of this test: its process, the servers that it attacks, and the database server of the run. */
  ours: number;
  /** Moment of the reading in milliseconds. */
  at: number;
}

interface Row {
  parent: number;
  name: string;
  ticks: number;
}

/** Reads the processor time so far. Works on Linux only, as all code that reads /proc. */
export async function readProcessorTime(): Promise<ProcessorTime> {
  const rows = new Map<number, Row>();
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // The sum includes ended children, so that a process of a test that has ended still counts.
    const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at] ?? 0), 0);
    const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
    rows.set(Number(pid), { parent: Number(fields[1]), name, ticks });
  }
  const line = (await readFile("/proc/stat", "latin1")).split("\n")[0] ?? "";
  const [, user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = line.split(/ +/).map(Number);
  const isOurs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = rows.get(at)?.parent ?? 0) if (at === process.pid) return true;
    return isDatabase(rows.get(pid)?.name ?? "") && rootOf(pid, rows) === rootOf(process.pid, rows);
  };
  let ours = 0;
  for (const [pid, { ticks }] of rows) if (isOurs(pid)) ours += ticks;
  return { all: user + nice + system + irq + soft + steal, ours, at: performance.now() };
}

const isDatabase = (name: string): boolean => /^(?:mariadbd|mysqld)$/.test(name);

/** Returns the topmost ancestor that is no system process: the shell or the runner that began both. */
function rootOf(pid: number, rows: ReadonlyMap<number, Row>): number {
  let root = pid;
  for (let at = pid; at > 1; at = rows.get(at)?.parent ?? 0) root = at;
  return root;
}

/** Returns the share of the processors that other processes had between two readings, from 0 to 1. */
export function shareOfOthers(before: ProcessorTime, after: ProcessorTime): number {
  const capacity = ((after.at - before.at) / 10) * availableParallelism();
  const others = after.all - before.all - (after.ours - before.ours);
  return capacity <= 0 ? 0 : Math.min(0.95, Math.max(0, others / capacity));
}
