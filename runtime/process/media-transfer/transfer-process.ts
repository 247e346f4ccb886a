import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { helperFlags } from "../helper-process.js";
import type { Logger } from "../log.js";
import { within } from "../../concurrency/within.js";
import { type TransferLink, Transfers } from "./transfer-link.js";
import { TransferError, Transfer } from "./transfer.js";
import type { EventMessage, Order } from "./messages.js";

const IDLE_MS = 60_000;
const STOP_MS = 1000;
/**
 * The objects of this process live for one chunk or one whole transfer, so a small nursery keeps its memory
 * low.
 */
const FLAGS = ["--max-semi-space-size=2"];

export interface TransferProcessOptions {
  /** The path of the script that the process runs. */
  script: string;
  env: Readonly<Record<string, string | undefined>>;
  log: Logger;
}

/**
 * Runs transfers in a process of their own, which starts with the first transfer and ends after a minute
 * without one. The process has a lower priority than the server. When it dies, its transfers fail, and the
 * next transfer starts another process.
 */
export class TransferProcess implements TransferLink {
  readonly #options: TransferProcessOptions;
  #current: { child: ChildProcess; transfers: Transfers } | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: TransferProcessOptions) {
    this.#options = options;
  }

  begin(): Transfer {
    clearTimeout(this.#idle);
    const { child, transfers } = (this.#current ??= this.#start());
    return transfers.add((id) => new Transfer((order) => this.#send(child, { ...order, id })));
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle);
    const child = this.#current?.child;
    this.#current = null;
    if (child === undefined || !child.connected) return;
    const ended = once(child, "exit");
    child.disconnect();
    await within(STOP_MS, ended);
    child.kill("SIGKILL");
  }

  #send(child: ChildProcess, message: Order & { id: number }): void {
    // The transfers of a process that is gone have failed already.
    if (child.connected) child.send(message, () => {});
  }

  #start(): { child: ChildProcess; transfers: Transfers } {
    const { script, env, log } = this.#options;
    const child = fork(script, {
      env,
      execArgv: [...helperFlags(), ...FLAGS],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const current = { child, transfers: new Transfers() };
    child.on("message", (message: EventMessage) => {
      current.transfers.take(message);
      if (current.transfers.size === 0 && this.#current === current) this.#rest();
    });
    const lost = (why: string) => {
      if (this.#current === current) {
        this.#current = null;
        log.error(`the process that carries media ended: ${why}`);
      }
      current.transfers.lose(new TransferError("lost", "The process that carries media ended."));
    };
    child.once("exit", (code, signal) => lost(signal ?? `exit code ${code}`));
    child.once("error", (error) => lost(error.message));
    // An idle transfer process must not keep the server from ending.
    child.unref();
    child.channel?.unref();
    return current;
  }

  #rest(): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      const child = this.#current?.child;
      this.#current = null;
      if (child?.connected) child.disconnect();
    }, IDLE_MS).unref();
  }
}
