import type { Host } from "../../../runtime/host.js";
import { type Change, readChanges } from "../../changes/index.js";

/** Changes that are kept at hand; who is further behind reads everything anew. */
const KEPT = 5000;
const BATCH = 1000;

/** The newest changes of one project, read once for all that follow them. */
export class ChangeLog {
  readonly #host: Pick<Host, "read">;
  readonly #projectId: string;
  #changes: Change[] = [];
  /** Every change after this one is at hand, */
  #after: number;
  /** up to this one. */
  #upTo: number;
  #reading: Promise<void> = Promise.resolve();

  constructor(host: Pick<Host, "read">, projectId: string, revision: number) {
    this.#host = host;
    this.#projectId = projectId;
    this.#after = revision;
    this.#upTo = revision;
  }

  get revision(): number {
    return this.#upTo;
  }

  /**
   * What changed after a revision, up to one that is surely committed or beyond it. Null: that is not known any more.
   */
  async since(after: number, upTo: number): Promise<readonly Change[] | null> {
    if (this.#upTo < upTo) {
      const reading = this.#reading.then(() => this.#read(upTo));
      this.#reading = reading.catch(() => {});
      await reading;
    }
    if (after < this.#after) return null;
    const from = this.#changes.findIndex(({ revision }) => revision > after);
    return from < 0 ? [] : this.#changes.slice(from);
  }

  async #read(upTo: number): Promise<void> {
    while (this.#upTo < upTo) {
      const range = { after: this.#upTo, upTo };
      const changes = await readChanges(this.#host.read, this.#projectId, range, BATCH);
      if (changes === null) {
        this.#changes = [];
        this.#after = upTo;
        this.#upTo = upTo;
        return;
      }
      this.#changes.push(...changes);
      this.#upTo = changes.at(-1)?.revision ?? upTo;
      const excess = this.#changes.length - KEPT;
      if (excess > 0) this.#after = this.#changes.splice(0, excess).at(-1)?.revision ?? this.#after;
    }
  }
}
