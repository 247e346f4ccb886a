import { SharedRead } from "../../../runtime/concurrency/shared-read.js";
import type { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/process/host.js";
import { removeLeftFolders } from "../../../runtime/process/studio/index.js";
import type { TaskHandler } from "../../../engines/durable-queue/index.js";
import { findCommitted, findObject } from "../object.repository.js";
import { THUMB_QUEUE } from "../queues.js";
import { isMeasured, thumbKey } from "../thumb-key.js";
import { lookAt, workFolder } from "./look-at.js";
import { setMeasures, markUnmeasured } from "./measures.repository.js";
import { LookQueue } from "./look-queue.js";

/** Milliseconds that a request waits for measures that no task has made yet. */
const SOON_MS = 5_000;
/**
 * Bounds of the queue of measurements. The studio measures one file of an account at a time; meanwhile the
 * next one is copied out.
 */
const LOOKS = { atOnce: 8, atOnceOfOne: 2, waitingOfOne: 32 };
/**
 * Milliseconds for which a failed measurement is left to the task, which tries again and finally notes that
 * nothing is known.
 */
const BROKEN_MS = 60_000;
const MOST_BROKEN = 1000;

/**
 * Makes thumbnails and measures in a task after the commit, or for the first reader who comes earlier
 * (rules/storage 7 and 30).
 */
export class Thumbnails {
  readonly #host: Host;
  readonly #making = new Map<string, Promise<void>>();
  readonly #queue = new LookQueue(LOOKS);
  /** Objects whose measurements begin at the same time are read together. */
  readonly #objects = new SharedRead<StorageObject>(async (ids) => {
    const found = await findCommitted(this.#host.read, ids);
    return new Map(found.map((object) => [object.id, object]));
  });
  /** Files whose measurement failed, with the time until which no reader begins another one. */
  readonly #broken = new Map<string, number>();
  #stopping = new AbortController();

  constructor(host: Host) {
    this.#host = host;
  }

  get task(): TaskHandler {
    return {
      queue: THUMB_QUEUE,
      // Most tasks wait in the queue of the studio, which does one of an account at a time.
      concurrency: 8,
      perPayer: 2,
      maxAttempts: 3,
      run: ({ subject, payer, signal }) => unlessAborted(this.#make(subject, payer), signal),
      bury: (tx, { subject }) => markUnmeasured(tx, subject),
    };
  }

  /**
   * Returns the object once it was measured, or after a few seconds, or at once when too many readers of its
   * account wait or its measurement failed. Never throws: the task goes on, or tries again.
   */
  async ensureSoon(object: StorageObject): Promise<StorageObject> {
    if (!isUnseen(object) || !this.#mayBegin(object)) return object;
    const { id, ownerId } = object;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, SOON_MS)));
    const made = this.#make(id, ownerId).catch((error: unknown) => this.#leaveToTask(object, error));
    await Promise.race([made, late]).finally(() => clearTimeout(timer));
    return (await findObject(this.#host.read, { id })) ?? object;
  }

  #mayBegin({ id, ownerId }: StorageObject): boolean {
    if (this.#making.has(id)) return true;
    return !this.#isBroken(id) && this.#queue.hasRoom(ownerId);
  }

  /**
   * Leaves a failed measurement to a task, also for a file that has no task any more: its attempts bring a
   * final state for all nodes.
   */
  async #leaveToTask({ id, ownerId }: StorageObject, error: unknown): Promise<void> {
    const host = this.#host;
    const { log } = host;
    if (this.#stopping.signal.aborted || this.#isBroken(id)) return;
    log.warn({ err: error, storageId: id }, "a file was not looked at at once");
    this.#broken.set(id, performance.now() + BROKEN_MS);
    const [eldest] = this.#broken.keys();
    if (this.#broken.size > MOST_BROKEN && eldest !== undefined) this.#broken.delete(eldest);
    const task = { queue: THUMB_QUEUE, subject: id, payer: ownerId };
    await host
      .transact((tx) => host.tasks.enqueue(tx, task))
      .catch((again: unknown) =>
        log.warn({ err: again, storageId: id }, "a file could not be queued to be looked at"),
      );
  }

  #isBroken(id: string): boolean {
    return (this.#broken.get(id) ?? 0) >= performance.now();
  }

  /** Begins, also after `stop`; removes working copies of processes that died. */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    await removeLeftFolders(workFolder(this.#host));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#making.values());
  }

  /** Makes a thumbnail; callers who want the same one at once share the work. */
  #make(id: string, account: string): Promise<void> {
    const running = this.#making.get(id);
    if (running !== undefined) return running;
    const work = this.#queue
      .run(account, this.#stopping.signal, () => this.#makeAlone(id))
      .finally(() => this.#making.delete(id));
    this.#making.set(id, work);
    return work;
  }

  async #makeAlone(id: string): Promise<void> {
    const host = this.#host;
    const object = await this.#objects.load(id);
    if (object === null) return this.#forget(id);
    if (!isUnseen(object)) return;
    const { isShown, ...measures } = await lookAt(host, object, this.#stopping.signal);
    const thumb = object.thumb === "pending" ? (isShown ? "ready" : "none") : object.thumb;
    const { width, height, durationMs } = measures;
    const found = { id, width, height, durationMs, thumb, thumbBefore: object.thumb };
    const isKept = await setMeasures(host.read, found);
    // The object was deleted meanwhile: its own clean-up may have run before the thumbnail was there.
    if (!isKept && (await findObject(host.read, { id })) === null) return this.#forget(id);
  }

  async #forget(id: string): Promise<void> {
    await this.#host.storage.delete(thumbKey(id));
  }
}

/** Returns true for an object without measures, including objects from before measures were stored. */
const isUnseen = ({ contentType, thumb, measuredAt }: StorageObject): boolean =>
  thumb === "pending" || (measuredAt === null && isMeasured(contentType));

/** Waits for the work, but not beyond the signal: a draining process hands its tasks back. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("The task was interrupted."));
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
