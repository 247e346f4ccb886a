import type { BatchesOptions, Outcome, Scheduler } from "./interface.js";

interface Waiting<Q, R> {
  readonly request: Q;
  readonly subject: string | null;
  readonly weight: number;
  /** Set when its batch failed and changed nothing: it is done once more, in a batch of its own. */
  isRepeated: boolean;
  resolve(value: R): void;
  reject(reason: unknown): void;
}

/** The requests of one key. */
interface Queue<Q, R> {
  readonly waiting: Waiting<Q, R>[];
  /** Subjects of the requests in the running batches. */
  readonly subjects: Set<string>;
  running: number;
  /** The batch that must end, or run for `patienceMs`, before another one begins. */
  awaited: readonly Waiting<Q, R>[] | null;
  /** Set when a batch is to begin in the next turn. */
  isDue: boolean;
}

/**
 * Collects requests of the same key into batches, so that one transaction serves several. It promises:
 *
 * 1. A request that finds nothing running does not wait for others. Its batch begins in the next turn, with all requests of the
 *    key that came in this one.
 * 2. A batch is closed when it begins. A request that comes later is in a later batch, which reads anew: no request is
 *    answered from what was read before it came.
 * 3. Requests that come while a batch runs form the next one. That begins when the running one has ended, or after
 *    `patienceMs` beside it, but never are more than `running` under way.
 * 4. A batch holds at most `requests` requests and at most `weight` of them by weight; the rest waits. A request that is
 *    heavier than that is a batch of its own.
 * 5. Requests with the same subject are done one after the other, in the order in which they came: never in one batch, nor
 *    in two that run at the same time. They do not delay requests with another subject.
 * 6. A request that its batch refuses fails alone.
 * 7. When a batch of several fails as a whole and has certainly changed nothing (`isUndone`), its requests go back to the
 *    head of the queue, and each is done once more in a batch of its own. These begin in their order and beside each other,
 *    as many as may run, and the next batch beside them, so that a request that waits long delays only itself, and fails
 *    only for its own reason. When the batch may have changed something, nothing is done again and each request fails with the
 *    error of the batch.
 * 8. When a batch ends, the next one begins first; the callers are told one turn later, so that the next batch is under way
 *    while they work on.
 * 9. Batches of different keys do not affect each other, and nothing is stored for a key whose requests are all done.
 */
export class Batches<Q, R> {
  readonly #options: BatchesOptions<Q, R>;
  readonly #scheduler: Scheduler;
  readonly #queues = new Map<string, Queue<Q, R>>();

  constructor(options: BatchesOptions<Q, R>) {
    this.#options = options;
    this.#scheduler = options.scheduler ?? processScheduler;
  }

  /** Number of keys that have a waiting or a running request. */
  get size(): number {
    return this.#queues.size;
  }

  /**
   * Queues the request and resolves once its batch has ended; rejects with the refusal of the request, or
   * with the batch's error.
   */
  submit(key: string, request: Q): Promise<R> {
    const { subjectOf, weightOf } = this.#options;
    const queue = this.#queueOf(key);
    return new Promise((resolve, reject) => {
      const subject = subjectOf?.(request) ?? null;
      const weight = weightOf?.(request) ?? 0;
      queue.waiting.push({ request, subject, weight, isRepeated: false, resolve, reject });
      if (queue.isDue || !this.#mayBegin(queue)) return;
      queue.isDue = true;
      this.#scheduler.soon(() => {
        queue.isDue = false;
        this.#begin(key, queue);
      });
    });
  }

  #queueOf(key: string): Queue<Q, R> {
    let queue = this.#queues.get(key);
    if (queue === undefined) {
      queue = { waiting: [], subjects: new Set(), running: 0, awaited: null, isDue: false };
      this.#queues.set(key, queue);
    }
    return queue;
  }

  #mayBegin(queue: Queue<Q, R>): boolean {
    return queue.awaited === null && queue.running < this.#options.limits.running;
  }

  #begin(key: string, queue: Queue<Q, R>): void {
    while (this.#mayBegin(queue)) {
      const batch = this.#take(queue);
      const [first] = batch;
      if (first === undefined) return;
      queue.running += 1;
      if (!first.isRepeated) queue.awaited = batch;
      void this.#run(key, queue, batch);
    }
  }

  async #run(key: string, queue: Queue<Q, R>, batch: readonly Waiting<Q, R>[]): Promise<void> {
    const callOff = this.#scheduler.after(this.#options.limits.patienceMs, () =>
      this.#pass(key, queue, batch),
    );
    const tell = await this.#write(key, batch);
    callOff();
    queue.running -= 1;
    for (const { subject } of batch) if (subject !== null) queue.subjects.delete(subject);
    if (tell === null) queue.waiting.unshift(...batch.map((each) => ({ ...each, isRepeated: true })));
    this.#pass(key, queue, batch);
    if (tell !== null) this.#scheduler.soon(tell);
    if (queue.running === 0 && queue.waiting.length === 0) this.#queues.delete(key);
  }

  /** Lets another batch begin after this one, or beside it. */
  #pass(key: string, queue: Queue<Q, R>, batch: readonly Waiting<Q, R>[]): void {
    if (queue.awaited === batch) queue.awaited = null;
    this.#begin(key, queue);
  }

  /**
   * Takes the next batch out of the queue. A request stays while another one of its subject runs, waits
   * before it or is taken. One that is repeated is a batch of its own; such requests stand before all others.
   */
  #take({ waiting, subjects }: Queue<Q, R>): Waiting<Q, R>[] {
    const { limits } = this.#options;
    const seen = new Set(subjects);
    const batch: Waiting<Q, R>[] = [];
    let weight = 0;
    let isFull = false;
    const left = waiting.splice(0).filter((each) => {
      const isBehind = each.subject !== null && seen.has(each.subject);
      if (each.subject !== null) seen.add(each.subject);
      if (isBehind) return true;
      isFull ||=
        batch.length === limits.requests ||
        batch[0]?.isRepeated ||
        (batch.length > 0 && weight + each.weight > limits.weight);
      if (isFull) return true;
      weight += each.weight;
      batch.push(each);
      if (each.subject !== null) subjects.add(each.subject);
      return false;
    });
    for (const each of left) waiting.push(each);
    return batch;
  }

  /**
   * Writes a batch and returns the function that settles its callers' promises, or null when its requests are to be
   * repeated. Never rejects.
   */
  async #write(key: string, batch: readonly Waiting<Q, R>[]): Promise<(() => void) | null> {
    const { write, isUndone } = this.#options;
    try {
      const outcomes = await write(
        key,
        batch.map(({ request }) => request),
      );
      return () => batch.forEach((each, at) => tell(each, outcomes[at]));
    } catch (error) {
      if (batch.length > 1 && isUndone(error)) return null;
      return () => batch.forEach(({ reject }) => reject(error));
    }
  }
}

function tell<R>({ resolve, reject }: Waiting<unknown, R>, outcome: Outcome<R> | undefined): void {
  if (outcome === undefined) reject(new Error("The batch gave no outcome for this request."));
  else if ("refusal" in outcome) reject(outcome.refusal);
  else resolve(outcome.value);
}

/** The event loop and the clock of this process. */
const processScheduler: Scheduler = {
  soon(work) {
    setImmediate(work);
  },
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};
