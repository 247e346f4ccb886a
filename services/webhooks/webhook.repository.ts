import { Webhook } from "../../entities/webhook.js";
import type { Reader, Tx } from "../../runtime/database/transaction.js";

export const findWebhook = (read: Reader, id: string): Promise<Webhook | null> =>
  read.findOne(Webhook, { id });

/** Locks and returns a webhook's row. It is locked before the rows of its deliveries. */
export const lockWebhook = (tx: Tx, id: string): Promise<Webhook | null> =>
  tx.findOneForUpdate(Webhook, { id });

/** Returns a page of a project's webhooks, the newest first, and their total number. */
export async function findWebhooksOfProject(
  read: Reader,
  { projectId, limit, offset }: { projectId: string; limit: number; offset: number | undefined },
): Promise<{ webhooks: Webhook[]; total: number }> {
  const [webhooks, total] = await Promise.all([
    read.find(Webhook, { projectId }, { order: { createdAt: "DESC", id: "DESC" }, limit, offset }),
    read.count(Webhook, { projectId }),
  ]);
  return { webhooks, total };
}

/** Counts a project's webhooks. The caller has locked the project's row, so the number cannot change meanwhile. */
export const countWebhooksOfProject = (tx: Tx, projectId: string): Promise<number> =>
  tx.count(Webhook, { projectId });

export const insertWebhook = (tx: Tx, webhook: Webhook): Promise<void> => tx.insert(Webhook, webhook);

export async function changeWebhook(
  tx: Tx,
  { id, ...change }: Pick<Webhook, "id"> & Partial<Webhook>,
): Promise<void> {
  await tx.update(Webhook, { id }, change);
}

/** Deletes a webhook without its deliveries; returns whether it was there. */
export const removeWebhook = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.delete(Webhook, { id })) > 0;
