import { notFound, ServiceError } from "../../contracts/errors.js";
import type { StorageObject } from "../../entities/storage-object.js";
import type { Host } from "../../runtime/process/host.js";
import type { TaskHandler } from "../../engines/durable-queue/index.js";
import { noteMediaChange } from "../changes/index.js";
import { findDefaultProject } from "../projects/index.js";
import { takeLinksOf } from "./link.repository.js";
import { deleteObject, findObject } from "./object.repository.js";
import { REMOVE_QUEUE } from "./queues.js";
import { removeFiles } from "./remove-files.js";
import { subtractUsage } from "./usage.repository.js";

/**
 * Deletes an object in the state in which it was seen, with its links to projects. A durable task removes the
 * bytes even after a crash; they are also removed at once, so that the object's signed URLs end with the
 * answer. Throws `not_found` when another request was faster.
 */
export async function removeObject(
  host: Host,
  { id, ownerId, state, sizeBytes }: StorageObject,
): Promise<void> {
  await host.transact(async (tx) => {
    if (!(await deleteObject(tx, { id, state }))) throw notFound("There is no such object.");
    const links = await takeLinksOf(tx, id);
    if (state === "committed") await subtractUsage(tx, { accountId: ownerId, bytes: sizeBytes });
    await host.tasks.enqueue(tx, { queue: REMOVE_QUEUE, subject: id, payer: ownerId });
    const home = await findDefaultProject(tx, ownerId);
    const projectIds = [...links.map(({ projectId }) => projectId), ...(home ? [home.id] : [])];
    await noteMediaChange(tx, projectIds, { storageIds: [id] });
  });
  host.fault?.("storage.removed");
  await removeFiles(host, id).catch((error: unknown) =>
    host.log.warn({ err: error, storageId: id }, "bytes stay until the task removes them"),
  );
}

/**
 * Deletes an object or a waiting ticket on its owner's request, also one that was committed after it was
 * read. Throws `not_found`.
 */
export async function removeAsAsked(host: Host, object: StorageObject): Promise<void> {
  try {
    await removeObject(host, object);
  } catch (error) {
    const isGone = error instanceof ServiceError && error.code === "not_found";
    const committed =
      isGone && object.state === "staged"
        ? await findObject(host.read, { id: object.id, state: "committed" })
        : null;
    if (committed === null) throw error;
    await removeObject(host, committed);
  }
}

/** Makes the task that removes the bytes of deleted objects; it retries a store that is away without end. */
export const removeBytes = (host: Pick<Host, "storage">): TaskHandler => ({
  queue: REMOVE_QUEUE,
  concurrency: 4,
  maxAttempts: Number.MAX_SAFE_INTEGER,
  run: ({ subject }) => removeFiles(host, subject),
});
