import { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/host.js";
import { removeLeftFolders } from "../../../runtime/studio/index.js";
import type { TaskHandler } from "../../../runtime/tasks/task-handler.js";
import { THUMB_QUEUE } from "../queues.js";
import { isMeasured, thumbKey } from "../thumb-key.js";
import { lookAt, workFolder } from "./look-at.js";

/** How long a request waits for what no task has made yet. */
const SOON_MS = 5_000;

/** Thumbnails and measures by a task after the commit, or by the first reader who comes sooner (decisions 7). */
export class Thumbnails {
  readonly #host: Host;
  readonly #making = new Map<string, Promise<void>>();
  #stopping = new AbortController();

  constructor(host: Host) {
    this.#host = host;
  }

  get task(): TaskHandler {
    return {
      queue: THUMB_QUEUE,
      // Most of them wait in the line of the studio, which does one of an account at a time.
      concurrency: 8,
      perPayer: 2,
      maxAttempts: 3,
      run: ({ subject, signal }) => unlessAborted(this.#make(subject), signal),
      bury: async (tx, { subject }) => {
        await tx.update(StorageObject, { id: subject, thumb: "pending" }, { thumb: "none" });
      },
    };
  }

  /** The object as it is once it was looked at, or after a few seconds. Never throws: the task goes on, or tries again. */
  async ensureSoon(object: StorageObject): Promise<StorageObject> {
    if (!isUnseen(object)) return object;
    const { id } = object;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, SOON_MS)));
    const made = this.#make(id).catch((error: unknown) => {
      this.#host.log.warn({ err: error, storageId: id }, "a file was not looked at at once");
    });
    await Promise.race([made, late]).finally(() => clearTimeout(timer));
    return (await this.#host.read.findOne(StorageObject, { id })) ?? object;
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

  /** Callers who want the same thumbnail at once share the work. */
  #make(id: string): Promise<void> {
    const running = this.#making.get(id);
    if (running !== undefined) return running;
    const work = this.#makeAlone(id).finally(() => this.#making.delete(id));
    this.#making.set(id, work);
    return work;
  }

  async #makeAlone(id: string): Promise<void> {
    const host = this.#host;
    const object = await host.read.findOne(StorageObject, { id, state: "committed" });
    if (object === null) return this.#forget(id);
    if (!isUnseen(object)) return;
    const { isShown, ...measures } = await lookAt(host, object, this.#stopping.signal);
    const thumb = object.thumb === "pending" ? (isShown ? "ready" : "none") : object.thumb;
    const set = { ...measures, thumb, measuredAt: Date.now() };
    const affected = await host.transact((tx) => tx.update(StorageObject, { id, thumb: object.thumb }, set));
    // Deleted meanwhile: its own clean-up may have run before the thumbnail was there.
    if (affected === 0 && (await host.read.findOne(StorageObject, { id })) === null) return this.#forget(id);
  }

  async #forget(id: string): Promise<void> {
    await this.#host.storage.delete(thumbKey(id));
  }
}

/** Also those of before measures were kept. */
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
