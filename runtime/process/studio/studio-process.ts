import { type ChildProcess, spawn } from "node:child_process";
import { extname, join } from "node:path";
import { helperFlags } from "../helper-process.js";
import type { Answer, Meanwhile, Order } from "./messages.js";
import { type Usage, usageOf } from "./process-usage.js";
import { StudioError } from "./studio-error.js";

/** The path of the script, both from sources and from dist. */
const SCRIPT = join(import.meta.dirname, `work-process${extname(import.meta.filename)}`);
/**
 * The objects of this process live for one work, so a small nursery and one helper thread keep its memory
 * low.
 */
const FLAGS = ["--max-semi-space-size=2", "--max-old-space-size=192", "--v8-pool-size=1"];
/** The names of the environment variables that the process inherits; none of them holds a secret. */
const NAMES = ["PATH", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "FONTCONFIG_FILE", "LANG", "HOME"];

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  progress(fraction: number): void;
}

/**
 * The server's view of one studio process, which carries out one order after the other in a process group of
 * its own.
 */
export class StudioProcess {
  readonly #child: ChildProcess;
  #hasEnded = false;
  #base: Usage | null = null;
  #waiting: Waiting | null = null;
  readonly ended: Promise<void>;

  constructor() {
    this.#child = spawn(process.execPath, [...helperFlags(), ...FLAGS, SCRIPT], {
      env: bareEnvironment(),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      // The process leads its own group, so that its children are ended together with it.
      detached: true,
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    const lost = () => {
      this.#hasEnded = true;
      this.#settle(({ reject }) => reject(new StudioError("died", "it broke the process that decodes it")));
      resolve();
    };
    this.#child.once("exit", lost).once("error", lost);
    this.#child.on("message", (told: Answer | Meanwhile) => {
      if ("progress" in told) this.#waiting?.progress(told.progress);
      else this.#take(told);
    });
    // An idle process must not keep the server from ending.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * The processor time that the current order has used and the memory that the process holds; null if the
   * system does not report them.
   */
  get usage(): Usage | null {
    const now = this.#child.pid === undefined ? null : usageOf(this.#child.pid);
    if (now === null) return null;
    return { ...now, cpuSeconds: now.cpuSeconds - (this.#base?.cpuSeconds ?? 0) };
  }

  /** Returns the result of the order's script. Rejects with StudioError. */
  do(order: Order, progress: (fraction: number) => void = () => {}): Promise<unknown> {
    this.#base = this.#child.pid === undefined ? null : usageOf(this.#child.pid);
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject, progress };
      if (this.#hasEnded) return this.#settle((each) => each.reject(new StudioError("died", "it had ended")));
      this.#child.send(order, (error) => {
        if (error) this.end(new StudioError("died", "it could not be reached"));
      });
    });
  }

  /** Ends the process with all its children; its current order fails with the reason. */
  end(reason: Error = new StudioError("failed", "The studio was ended.")): void {
    this.#settle(({ reject }) => reject(reason));
    const { pid } = this.#child;
    if (pid === undefined || this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      this.#child.kill("SIGKILL");
    }
  }

  #take(answer: Answer): void {
    this.#settle(({ resolve, reject }) =>
      answer.isDone ? resolve(answer.value) : reject(new StudioError(answer.fault, answer.message)),
    );
  }

  #settle(then: (waiting: Waiting) => void): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) then(waiting);
  }
}

function bareEnvironment(): Record<string, string> {
  const own = NAMES.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  // One malloc arena, low thresholds and few threads make the process return freed memory to the system, and
  // the memory of pictures at once.
  return {
    ...Object.fromEntries(own),
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "131072",
    MALLOC_TRIM_THRESHOLD_: "131072",
    UV_THREADPOOL_SIZE: "2",
    VIPS_CONCURRENCY: "1",
  };
}
