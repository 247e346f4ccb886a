import { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/host.js";
import { removeStaleFolders } from "../../../runtime/studio/index.js";
import type { TaskHandler } from "../../../runtime/tasks/task-handler.js";
import { THUMB_QUEUE } from "../queues.js";
import { thumbKey } from "../thumb-key.js";
import { makeThumbnail, workFolder } from "./make-thumbnail.js";

/** How long a request waits for a thumbnail that no task has made yet. */
const SOON_MS = 5_000;

/** Thumbnails by a task after the commit, or by the first reader who comes sooner (decisions 7). */
export class Thumbnails {
  readonly #host: Host;
  readonly #making = new Map<string, Promise<boolean>>();
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
      run: async ({ subject, signal }) => void (await unlessAborted(this.#make(subject), signal)),
      bury: async (tx, { subject }) => {
        await tx.update(StorageObject, { id: subject, thumb: "pending" }, { thumb: "none" });
      },
    };
  }

  /** Whether the object has a thumbnail within a few seconds. Never throws: the task goes on, or tries again. */
  async ensureSoon({ id }: StorageObject): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), SOON_MS)));
    const made = this.#make(id).catch((error: unknown) => {
      this.#host.log.warn({ err: error, storageId: id }, "a thumbnail was not made at once");
      return false;
    });
    return Promise.race([made, late]).finally(() => clearTimeout(timer));
  }

  /** Begins, also after `stop`; removes working copies of processes that died. */
  async start(): Promise<void> {
    this.#stopping = new AbortController();
    await removeStaleFolders(workFolder(this.#host));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#making.values());
  }

  /** Callers who want the same thumbnail at once share the work. */
  #make(id: string): Promise<boolean> {
    const running = this.#making.get(id);
    if (running !== undefined) return running;
    const work = this.#makeAlone(id).finally(() => this.#making.delete(id));
    this.#making.set(id, work);
    return work;
  }

  async #makeAlone(id: string): Promise<boolean> {
    const host = this.#host;
    const object = await host.read.findOne(StorageObject, { id, state: "committed" });
    if (object === null) return this.#forget(id);
    if (object.thumb !== "pending") return object.thumb === "ready";
    const isMade = await makeThumbnail(host, object, this.#stopping.signal);
    const set = { thumb: isMade ? ("ready" as const) : ("none" as const) };
    const affected = await host.transact((tx) => tx.update(StorageObject, { id, thumb: "pending" }, set));
    // Deleted meanwhile: its own clean-up may have run before the thumbnail was there.
    if (affected === 0 && (await host.read.findOne(StorageObject, { id })) === null) return this.#forget(id);
    return isMade;
  }

  async #forget(id: string): Promise<boolean> {
    await this.#host.storage.delete(thumbKey(id));
    return false;
  }
}

/** Waits for the work, but not beyond the signal: a draining process hands its tasks back. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("The task was interrupted."));
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
