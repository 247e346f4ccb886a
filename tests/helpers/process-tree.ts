import { readdir, readFile } from "node:fs/promises";

export interface RunningProcess {
  pid: number;
  command: string;
  residentBytes: number;
}

/** A process and all that it started, as Linux has them; what ended meanwhile is left out. */
export async function processTree(root: number): Promise<RunningProcess[]> {
  const all = new Map<number, { parent: number; process: RunningProcess }>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const [status, command] = await Promise.all(
      ["status", "cmdline"].map((file) => readFile(`/proc/${name}/${file}`, "utf8").catch(() => "")),
    );
    const parent = /^PPid:\s+(\d+)$/m.exec(status ?? "")?.[1];
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status ?? "")?.[1];
    if (parent === undefined || kilobytes === undefined) continue;
    const process = {
      pid: Number(name),
      command: (command ?? "").replaceAll("\0", " ").trim(),
      residentBytes: Number(kilobytes) * 1024,
    };
    all.set(process.pid, { parent: Number(parent), process });
  }
  const belongs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  return [...all.values()].map(({ process }) => process).filter(({ pid }) => belongs(pid));
}

/** The process of a server that carries media, or null while there is none. */
export const carrierOf = async (root: number): Promise<RunningProcess | null> =>
  (await processTree(root)).find(({ command }) => command.endsWith("carry.js")) ?? null;
