import { type FromSupervisor, isMessage, NUMBER, type ToSupervisor } from "./messages.js";

/** The answers of those processes of this machine that answered in time. */
export interface AnswersOfAll {
  values: readonly unknown[];
  /** The number of processes that the machine should run. */
  count: number;
}

/** The other processes of this machine (PROCESSES), reached through the supervisor that started this one. */
export class Siblings {
  /** The number of this process, from 1 on. A process that replaces another one has the same number. */
  readonly number: number;
  readonly #send: (message: ToSupervisor) => void;
  readonly #asking = new Map<number, (answers: AnswersOfAll) => void>();
  #next = 0;
  #give: () => Promise<unknown> = async () => null;
  #leave: () => void = () => {};

  constructor(number: number, send: (message: ToSupervisor) => void) {
    this.number = number;
    this.#send = send;
  }

  /** Returns the siblings of this process, or null if no supervisor started it. */
  static here(env: Readonly<Record<string, string | undefined>>): Siblings | null {
    const send = process.send?.bind(process);
    const number = Number(env[NUMBER]);
    if (send === undefined || !(number >= 1)) return null;
    // The channel breaks only if the supervisor dies, and then this process ends too.
    const ignore = () => {};
    const siblings = new Siblings(number, (message) => void send(message, undefined, undefined, ignore));
    process.on("message", (message) => {
      if (isMessage(message)) siblings.hear(message as FromSupervisor);
    });
    return siblings;
  }

  /** Tells the supervisor that this process serves. */
  ready(url: string): void {
    this.#send({ kiln: "ready", url });
  }

  /**
   * Sets the function that is called when another process takes this one's place and goes on serving the
   * port.
   */
  onLeave(leave: () => void): void {
    this.#leave = leave;
  }

  /** Sets the function that returns this process's answer when a sibling asks all processes. */
  onAsked(give: () => Promise<unknown>): void {
    this.#give = give;
  }

  /** Asks all processes of this machine, including this one. */
  ask(): Promise<AnswersOfAll> {
    const id = (this.#next += 1);
    return new Promise((resolve) => {
      this.#asking.set(id, resolve);
      this.#send({ kiln: "ask", id });
    });
  }

  hear(message: FromSupervisor): void {
    if (message.kiln === "leave") return this.#leave();
    if (message.kiln === "asked") return void this.#answer(message.id);
    this.#asking.get(message.id)?.({ values: message.values, count: message.count });
    this.#asking.delete(message.id);
  }

  async #answer(id: number): Promise<void> {
    const value = await this.#give().catch(() => null);
    this.#send({ kiln: "answer", id, value });
  }
}
