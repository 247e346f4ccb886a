import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";

export interface RunningProcess {
  pid: number;
  command: string;
  residentBytes: number;
}

/**
 * Returns the memory that a process takes of the machine in bytes. Pages that several processes share, such as the code of node
 * and of libvips, are counted in parts (PSS), so that the bytes of several processes can be summed. Resident bytes count shared
 * pages in each process: four idle decoders of 90 MB resident take 175 MB together. Returns the resident bytes where the system
 * has no PSS.
 */
export async function bytesTaken({ pid, residentBytes }: RunningProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes === undefined ? residentBytes : Number(kilobytes) * 1024;
}

const PAGE_BYTES = 4096;

/** Reads a file of /proc synchronously: the kernel makes it from memory, and a promise costs ten times as much. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** Returns a process and all that it started, as Linux lists them, without those that ended in between. */
export async function processTree(root: number): Promise<RunningProcess[]> {
  const all = new Map<number, { parent: number; residentBytes: number }>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = textOf(`/proc/${name}/stat`);
    // The name in brackets may hold any character. The state, the parent and, as the 24th field, the resident pages follow it.
    const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (state === undefined || parent === undefined || state === "Z") continue;
    all.set(Number(name), { parent: Number(parent), residentBytes: Number(rest[19]) * PAGE_BYTES });
  }
  const belongs = (pid: number): boolean => {
    for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === root) return true;
    return false;
  };
  return [...all]
    .filter(([pid]) => belongs(pid))
    .map(([pid, { residentBytes }]) => {
      const command = textOf(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
      return { pid, command, residentBytes };
    });
}

/** Returns the process of a server that transfers media, or null while there is none. */
export const transferProcessOf = async (root: number): Promise<RunningProcess | null> =>
  (await processTree(root)).find(({ command }) => command.endsWith("transfer-media.js")) ?? null;
