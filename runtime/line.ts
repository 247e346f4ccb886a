import type { Tx } from "./transaction.js";

export interface Waiting {
  subject: string | null;
  work(tx: Tx): Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const MOST = 16;

/** Works that share transactions: those that wait, and how many transactions of theirs are under way. */
export class Line {
  readonly waiting: Waiting[] = [];
  underWay = 0;
  /** Whether the line waits for the newest of them. */
  isHeld = false;

  get isOver(): boolean {
    return this.waiting.length === 0 && this.underWay === 0 && !this.isHeld;
  }

  /** Takes the first ones out of the line, each with a subject of its own; those of a subject stay in their order. */
  takeFirst(): Waiting[] {
    const batch: Waiting[] = [];
    const subjects = new Set<string>();
    const left = this.waiting.splice(0).filter((each) => {
      const { subject } = each;
      const isApart = subject !== null && subjects.has(subject);
      if (subject !== null) subjects.add(subject);
      if (isApart || batch.length === MOST) return true;
      batch.push(each);
      return false;
    });
    this.waiting.push(...left);
    return batch;
  }
}
