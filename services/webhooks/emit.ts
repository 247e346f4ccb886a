import { v7 } from "uuid";
import type { ContentEvent } from "../../contracts/content-events.js";
import type { Host } from "../../runtime/host.js";
import type { Tx } from "../../runtime/transaction.js";
import { makePayload } from "./make-payload.js";
import { queueFor } from "./queues.js";
import { findListeners, type Listener } from "./webhook.repository.js";
import { writeDeliveries } from "./write-deliveries.js";

/**
 * Sends events of one project to its webhooks: writes their deliveries in the transaction of the operation (decisions
 * 10); they are sent after the commit. Costs one indexed read in a project without webhooks, unless the caller has read
 * its listeners in the same transaction. Locks nothing.
 */
export async function emit(
  host: Pick<Host, "tasks">,
  tx: Tx,
  events: readonly ContentEvent[],
  known?: readonly Listener[],
): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const listeners = known ?? (await findListeners(tx, first.projectId));
  if (listeners.length === 0) return;
  for (const event of events) {
    const interested = listeners.filter((webhook) => webhook.events.includes(event.kind));
    if (interested.length === 0) continue;
    const payload = makePayload(event);
    // Only URLs have to be added later.
    const isWhole = payload.media.length === 0;
    const content = {
      payload: isWhole ? null : payload,
      body: isWhole ? JSON.stringify(payload.envelope) : null,
    };
    const now = Date.now();
    const deliveries = interested.map((webhook) => ({
      webhook,
      row: {
        id: v7(),
        projectId: event.projectId,
        webhookId: webhook.id,
        event: event.kind,
        documentId: event.documentId,
        ...content,
        status: "pending" as const,
        attempts: [],
        rung: 0,
        nextAttemptAt: now,
        createdAt: now,
        completedAt: null,
      },
    }));
    await writeDeliveries(
      tx,
      deliveries.map(({ row }) => row),
    );
    // in one turn, so that they travel together
    await Promise.all(
      deliveries.map(({ webhook, row }) =>
        host.tasks.enqueue(tx, { queue: queueFor(webhook), subject: row.id, payer: webhook.id }),
      ),
    );
  }
}
