import { readdir, readFile } from "node:fs/promises";

export interface RunningProcess {
  pid: number;
  command: string;
  residentBytes: number;
}

/**
 * What a process takes of the machine's memory: pages that several processes have in common, such as the code of node and of
 * libvips, are counted in parts (PSS), so that those of several processes can be summed up. Resident bytes count them in
 * each: four idle decoders of 90 MB take 175 MB together. What is resident where the system does not say.
 */
export async function bytesTaken({ pid, residentBytes }: RunningProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes === undefined ? residentBytes : Number(kilobytes) * 1024;
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
export const transferProcessOf = async (root: number): Promise<RunningProcess | null> =>
  (await processTree(root)).find(({ command }) => command.endsWith("transfer-media.js")) ?? null;
