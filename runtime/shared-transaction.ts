import { ServiceError } from "../contracts/errors.js";
import type { Deadline } from "./deadline.js";
import type { Tx } from "./transaction.js";

/** A work that waits for a transaction, or is in one. */
export interface Waiting {
  /** What it changes, if there is such a thing yet. */
  subject: string | null;
  /** Of the call that it belongs to. */
  deadline: Deadline | null;
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const MOST = 16;

/** Before the COMMIT was asked for, one of the works failed that may have changed something, or what was left for the end did. */
export class Spoiled extends Error {
  override readonly name = "Spoiled";
}

/** A transaction that several works share, each of another subject. */
export class SharedTransaction {
  readonly works: Waiting[] = [];
  readonly #tx: Tx;
  readonly #subjects = new Set<string>();
  readonly #outcomes: Promise<() => void>[] = [];
  #spoiled: Spoiled | undefined;

  constructor(tx: Tx) {
    this.#tx = tx;
  }

  /** Begins the works that there is room for, and takes them out of the line; those of a subject stay in their order. */
  takeFrom(line: Waiting[]): void {
    const left = line.splice(0).filter((each) => {
      const { subject } = each;
      const isApart = subject !== null && this.#subjects.has(subject);
      if (subject !== null) this.#subjects.add(subject);
      if (isApart || this.works.length === MOST || this.#spoiled !== undefined) return true;
      this.works.push(each);
      this.#outcomes.push(this.#begin(each));
      return false;
    });
    line.push(...left);
  }

  /** Writes what the works have collected that were begun so far, when they are through. Never rejects. */
  async write(): Promise<void> {
    await Promise.all(this.#outcomes);
    if (this.#spoiled === undefined)
      await this.#tx.writeCollected().catch((error: unknown) => this.#spoil(error));
  }

  /**
   * Ends what the works left for the end, when all of them are through; `ending` is called in between. Gives what tells
   * each of them, once it is committed. Throws `Spoiled` when nothing may be committed.
   */
  async end(ending: () => void): Promise<(() => void)[]> {
    // all of them, whatever becomes of one, so that nothing is asked of a transaction that has ended
    const outcomes = await Promise.all(this.#outcomes);
    ending();
    if (this.#spoiled === undefined)
      await this.#tx
        .end()
        .then(() => this.#refuseLate())
        .catch((error: unknown) => this.#spoil(error));
    if (this.#spoiled !== undefined) throw this.#spoiled;
    return outcomes;
  }

  async #begin({ deadline, work, resolve, reject }: Waiting): Promise<() => void> {
    const part = this.#tx.part();
    try {
      deadline?.refuseLate();
      const value = await work(part);
      return () => {
        part.committed();
        resolve(value);
      };
    } catch (error) {
      const isHarmless = error instanceof ServiceError && !part.hasWritten;
      if (!isHarmless) this.#spoil(error);
      return () => reject(error);
    }
  }

  /** One whose caller has given up must not be committed; the others are done again without it. */
  #refuseLate(): void {
    for (const { deadline } of this.works) deadline?.refuseLate();
  }

  #spoil(cause: unknown): void {
    this.#spoiled ??= new Spoiled("A work of a shared transaction failed.", { cause });
  }
}
