import type { DeliveryPayload } from "../../entities/webhook-delivery.js";
import type { Host } from "../../runtime/process/host.js";
import type { ClaimedTask } from "../../engines/durable-queue/index.js";
import { findProject } from "../projects/index.js";
import { mediaIn, mediaSigner } from "../storage/index.js";
import { changeDelivery } from "./delivery.repository.js";
import { isTooLarge } from "./document-limit.js";

/**
 * Builds and stores the body of a delivery before anything is sent, so that all attempts send the same one (decisions
 * 10). URLs of media are signed here, for 24 hours, longer than the retry schedule. Throws `unavailable` when the
 * storage is not available.
 */
export async function writeBody(
  host: Pick<Host, "read" | "transact" | "storage">,
  task: ClaimedTask,
  projectId: string,
  { envelope, media }: DeliveryPayload,
): Promise<string> {
  await placeMedia(host, projectId, envelope.document, media);
  const { document, ...rest } = envelope;
  const isOmitted = document !== undefined && isTooLarge(JSON.stringify(document));
  const body = JSON.stringify(isOmitted ? rest : envelope);
  await host.transact(async (tx) => {
    await changeDelivery(tx, { id: task.subject, body, payload: null });
    await task.guard(tx);
  });
  return body;
}

/**
 * Replaces each media value by `{ storageId, url, contentType }`, without a url where the project has no access to
 * it.
 */
async function placeMedia(
  host: Pick<Host, "read" | "storage">,
  projectId: string,
  document: object | undefined,
  places: DeliveryPayload["media"],
): Promise<void> {
  const project = places.length === 0 ? null : await findProject(host.read, projectId);
  if (document === undefined || project === null) return;
  const found = await mediaIn(
    host.read,
    project,
    places.map(({ storageId }) => storageId),
  );
  const { sign } = mediaSigner(host.storage, { longLived: true });
  const urls = new Map<string, string>();
  for (const media of found.values()) if (media.isLinked) urls.set(media.id, await sign(media));
  for (const { storageId, path } of places) {
    const url = urls.get(storageId);
    const contentType = found.get(storageId)?.contentType;
    if (url !== undefined) put(document, path, { storageId, url, contentType });
  }
}

function put(document: object, path: readonly (string | number)[], value: object): void {
  const key = path.at(-1);
  let at: unknown = document;
  for (const step of path.slice(0, -1)) at = (at as Record<string | number, unknown>)[step];
  if (key !== undefined) (at as Record<string | number, unknown>)[key] = value;
}
