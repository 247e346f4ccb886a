import { randomUUID } from "node:crypto";
import { WebhookDelivery } from "../../../entities/webhook-delivery.js";
import type { Site } from "../open-site.js";
import { insertMany } from "./insert-backlog.js";

/** Deliveries that wait for their next attempt in an hour, with bodies of so many characters; no task is queued for them. */
export const insertDeliveries = (
  site: Pick<Site, "env" | "folder">,
  of: { projectId: string; webhookId: string },
  { count, characters }: { count: number; characters: number },
): Promise<void> =>
  insertMany(
    site,
    count,
    async (tx, from, to) => {
      for (let at = from; at < to; at += 1) await tx.insert(WebhookDelivery, deliveryOf(of, characters));
    },
    100,
  );

const deliveryOf = (of: { projectId: string; webhookId: string }, characters: number) => ({
  id: randomUUID(),
  ...of,
  event: "document.publish" as const,
  documentId: randomUUID(),
  payload: null,
  body: JSON.stringify({ text: "x".repeat(characters) }),
  status: "pending" as const,
  attempts: [],
  rung: 1,
  nextAttemptAt: Date.now() + 3_600_000,
  createdAt: Date.now(),
  completedAt: null,
});
