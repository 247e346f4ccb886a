import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import { waitUntil } from "./wait-until.js";

const MAIN = join(PACKAGE_ROOT, "dist/main.js");
const READY_MS = 240_000;
const KEPT_CHARACTERS = 200_000;

const alive = new Set<ChildProcess>();
// SIGKILL also ends a child that is stopped (SIGSTOP). AVA ends its own process group.
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** Another process of Kiln (`node dist/main.js`), controlled by signals as an operating system would. */
export class KilnProcess {
  readonly #child: ChildProcess;
  #output = "";
  /** Address on which the process listens. Empty until the process has printed it. */
  url = "";
  readonly ended: Promise<Ended>;
  #hasEnded = false;

  /** Starts the process. `main` is the entry of another build. */
  constructor(env: Readonly<Record<string, string>>, main: string = MAIN) {
    const { PATH = "" } = process.env;
    const { NODE_FLAGS = "", ...own } = env;
    this.#child = spawn(process.execPath, [...NODE_FLAGS.split(" ").filter(Boolean), main], {
      env: { PATH, ...own },
      stdio: ["ignore", "pipe", "pipe"],
    });
    alive.add(this.#child);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => this.#hear(text));
    this.ended = once(this.#child, "close").then(([code, signal]: (Ended["code"] | Ended["signal"])[]) => {
      alive.delete(this.#child);
      this.#hasEnded = true;
      return { code, signal } as Ended;
    });
  }

  #hear(text: string): void {
    this.#output = `${this.#output}${text}`.slice(-KEPT_CHARACTERS);
    if (this.url === "") this.url = /Kiln listens on (http:\/\/[^\s",]+)/.exec(this.#output)?.[1] ?? "";
  }

  get output(): string {
    return this.#output;
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Waits for a green /readyz. Throws with the output when the process ends instead. */
  async ready(timeoutMs = READY_MS): Promise<this> {
    await waitUntil(
      async () => {
        if (this.#hasEnded) throw new Error(`Kiln ended before it was ready:\n${this.#output}`);
        if (this.url === "") return false;
        const answer = await fetch(`${this.url}/readyz`).catch(() => null);
        await answer?.body?.cancel();
        return answer?.status === 200;
      },
      { what: () => `Kiln is not ready:\n${this.#output}`, timeoutMs },
    );
    return this;
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Waits until the operating system has stopped the process (SIGSTOP), whoever sent the signal. */
  async stopped(): Promise<void> {
    await waitUntil(() => stateOf(this.pid) === "T", {
      what: () => `Kiln was not stopped:\n${this.#output}`,
    });
  }

  /** Sends SIGTERM and returns how the process ended. */
  async stop(): Promise<Ended> {
    this.kill("SIGTERM");
    return this.ended;
  }

  /** Sends SIGKILL, which ends a frozen process too. */
  async end(): Promise<void> {
    this.kill("SIGKILL");
    await this.ended;
  }
}

/** Returns the state letter of a process as Linux has it. `T` means stopped. */
function stateOf(pid: number): string {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? "";
  } catch {
    return "";
  }
}
