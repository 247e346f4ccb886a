import { setTimeout as sleep } from "node:timers/promises";
import { notFound } from "../../contracts/errors.js";
import type { Host } from "../../runtime/process/host.js";
import { DELETE_QUEUE } from "./cascade.js";
import { deletePeople, findAnyProject, lockProject, updateProject } from "./project.repository.js";

/**
 * Milliseconds that the answer waits: most projects are taken apart within them, and a large one after the
 * answer.
 */
const WAIT_MS = 3000;
const LOOK_MS = 20;

/**
 * Marks the project deleted and queues the rest in one transaction: from its commit nobody sees the project,
 * bills to it or links to it, and after any crash `projects.delete` finishes the deletion.
 */
export async function deleteProject(host: Host, id: string): Promise<void> {
  await host.transact(async (tx) => {
    const project = await lockProject(tx, id);
    if (project === null) throw notFound("Unknown project.");
    await updateProject(tx, id, { deletedAt: Date.now() });
    await deletePeople(tx, id);
    await host.tasks.enqueue(tx, { queue: DELETE_QUEUE, subject: id, payer: project.ownerId });
  });
  host.fault?.("projects.deleted");
  await waitUntilPurged(host, id);
}

/** Waits for the end of the deletion, so that a caller who looks right after finds the jobs canceled. */
async function waitUntilPurged(host: Pick<Host, "read">, id: string): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (Date.now() < end) {
    await sleep(LOOK_MS);
    const project = await findAnyProject(host.read, id);
    if (project === null || project.purgedAt !== null) return;
  }
}
