import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { StorageObject } from "../../../entities/storage-object.js";
import type { Host } from "../../../runtime/host.js";
import type { TaskHandler } from "../../../runtime/tasks/task-handler.js";
import { THUMB_QUEUE } from "../queues.js";
import { thumbKey } from "../thumb-key.js";
import { ImageProcess } from "./image-process.js";
import { makeThumbnail, WORK_PREFIX, workFolder } from "./make-thumbnail.js";

/** How long a request waits for a thumbnail that no task has made yet. */
const SOON_MS = 5_000;
const STALE_MS = 3600_000;

/** Thumbnails by a task after the commit, or by the first reader who comes sooner (decisions 7). */
export class Thumbnails {
  readonly #host: Host;
  /** Videos in a process of their own, so that pictures need not wait for them. */
  readonly #processes = { image: new ImageProcess(), video: new ImageProcess() };
  readonly #making = new Map<string, Promise<boolean>>();
  #stopping = new AbortController();

  constructor(host: Host) {
    this.#host = host;
  }

  get task(): TaskHandler {
    return {
      queue: THUMB_QUEUE,
      concurrency: 2,
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
    const folder = workFolder(this.#host);
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(WORK_PREFIX)) continue;
      const stats = await stat(join(folder, name)).catch(() => null);
      if (stats !== null && stats.mtimeMs < Date.now() - STALE_MS)
        await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const each of Object.values(this.#processes)) each.stop();
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
    const isMade = await makeThumbnail(host, this.#processes, object, this.#stopping.signal);
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
