import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Time that is longer than a process takes to write its number down. */
const WRITTEN_MS = 500;
const COUNTER = new URL("./count-packets.js", import.meta.url);

/** Number of packets that the processes of a deployment have sent to their database since they started. */
export class PacketCounts {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(): Promise<PacketCounts> {
    return new PacketCounts(await mkdtemp(join(tmpdir(), "kiln-packets-")));
  }

  /** Environment of a process that counts. */
  get env(): Readonly<Record<string, string>> {
    return { KILN_BENCH_PACKETS: this.#folder, NODE_OPTIONS: `--import ${fileURLToPath(COUNTER)}` };
  }

  async read(): Promise<number> {
    await sleep(WRITTEN_MS);
    const names = (await readdir(this.#folder)).filter((name) => !name.startsWith("."));
    const counts = names.map((name) => readFile(join(this.#folder, name), "utf8"));
    return (await Promise.all(counts)).reduce((sum, text) => sum + Number(text), 0);
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}
