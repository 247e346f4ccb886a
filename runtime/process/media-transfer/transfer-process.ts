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
/** Its objects live for a chunk or for a whole transfer; a small nursery keeps what it takes low. */
const FLAGS = ["--max-semi-space-size=2"];

export interface TransferProcessOptions {
  /** The file that the process runs. */
  script: string;
  env: Readonly<Record<string, string | undefined>>;
  log: Logger;
}

/**
 * Transfers in a process of their own, started when there is one and ended when there was none for a minute. It goes
 * behind the server where processors are short. When it dies, what it had in hand is lost and the next
 * transfer starts another one.
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
    // A process that is gone has lost its transfers already.
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
    // An idle process keeps nobody from ending.
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
