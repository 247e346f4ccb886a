import { type FromSupervisor, isMessage, NUMBER, type ToSupervisor } from "./messages.js";

/** What all processes of this machine gave, of those that answered in time. */
export interface AnswersOfAll {
  values: readonly unknown[];
  /** How many there should be. */
  count: number;
}

/** The other processes of this machine (PROCESSES), reached through the supervisor that started this one. */
export class Siblings {
  /** Which one this is, from 1 on; one that replaces another one has its number. */
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

  /** Null in a process that nobody supervises. */
  static here(env: Readonly<Record<string, string | undefined>>): Siblings | null {
    const send = process.send?.bind(process);
    const number = Number(env[NUMBER]);
    if (send === undefined || !(number >= 1)) return null;
    // a channel that breaks is the supervisor's death, with which this process ends too
    const ignore = () => {};
    const siblings = new Siblings(number, (message) => void send(message, undefined, undefined, ignore));
    process.on("message", (message) => {
      if (isMessage(message)) siblings.hear(message as FromSupervisor);
    });
    return siblings;
  }

  /** Says that this process serves. */
  ready(url: string): void {
    this.#send({ kiln: "ready", url });
  }

  /** Says what is done when another process takes this one's place: the port goes on being served. */
  onLeave(leave: () => void): void {
    this.#leave = leave;
  }

  /** Says what this process gives when one of them asks all. */
  onAsked(give: () => Promise<unknown>): void {
    this.#give = give;
  }

  /** Asks all of them, this one included. */
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
