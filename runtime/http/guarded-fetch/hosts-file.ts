import { readFile, stat } from "node:fs/promises";
import { isIP } from "node:net";

/** The file in which an operator, or the runtime of a container, gives names to addresses (hosts(5)). */
const PATH = process.platform === "win32" ? String.raw`C:\Windows\System32\drivers\etc\hosts` : "/etc/hosts";

/** The names of a hosts file with their addresses, read again when the file has changed. */
export class HostsFile {
  readonly #path: string;
  #names: ReadonlyMap<string, readonly string[]> = new Map();
  /** The state of the file that was read. */
  #read = "";

  constructor(path = PATH) {
    this.#path = path;
  }

  /** Returns the addresses of a name in lower case; an empty list for a name that is not in the file, and without a file. */
  async find(hostname: string): Promise<readonly string[]> {
    try {
      const { mtimeMs, size } = await stat(this.#path);
      const state = `${mtimeMs} ${size}`;
      if (state !== this.#read) {
        this.#names = parse(await readFile(this.#path, "utf8"));
        this.#read = state;
      }
    } catch {
      return [];
    }
    return this.#names.get(hostname) ?? [];
  }
}

function parse(text: string): Map<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      found.set(key, (found.get(key) ?? new Set()).add(address));
    }
  }
  return new Map([...found].map(([name, addresses]) => [name, [...addresses]]));
}
