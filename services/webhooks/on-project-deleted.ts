import { Webhook } from "../../entities/webhook.js";
import { WebhookDelivery } from "../../entities/webhook-delivery.js";
import { deleteBatchOf } from "../../runtime/database/delete-batch.js";
import type { Host } from "../../runtime/process/host.js";

/**
 * Deletes one batch of a deleted project's webhooks and deliveries, without events (rules/projects 13). May be
 * repeated.
 */
export async function onProjectDeleted(
  host: Pick<Host, "read" | "transact">,
  projectId: string,
): Promise<{ isDone: boolean }> {
  const tables = [WebhookDelivery, Webhook];
  return { isDone: await deleteBatchOf<{ id: string; projectId: string }>(host, tables, { projectId }) };
}
