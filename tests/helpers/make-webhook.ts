import { CONTENT_EVENTS } from "../../contracts/content-events.js";
import type { WebhookDeliveryView, WebhookView } from "../../contracts/webhooks.js";
import type { Client } from "./client.js";
import { until } from "./until.js";

export interface MadeWebhook {
  id: string;
  secret: string;
  /** Returns the log of deliveries, newest first. */
  deliveries(): Promise<WebhookDeliveryView[]>;
  /** Waits until the newest delivery has the status, and returns it. */
  newest(status: WebhookDeliveryView["status"]): Promise<WebhookDeliveryView>;
  patch(change: object): Promise<WebhookView>;
}

/** Makes a webhook of a project for every event. */
export async function makeWebhook(
  owner: Client,
  projectId: string,
  url: string,
  change: object = {},
): Promise<MadeWebhook> {
  const answer = await owner.post(`/v1/projects/${projectId}/content/webhooks`, {
    name: "A webhook",
    url,
    events: CONTENT_EVENTS,
    ...change,
  });
  if (answer.status !== 200) throw new Error(`webhook: ${JSON.stringify(answer.body)}`);
  const id = answer.body.webhook.id as string;
  const deliveries = async () =>
    (await owner.get(`/v1/content/webhooks/${id}/deliveries`)).body.deliveries as WebhookDeliveryView[];
  return {
    id,
    secret: answer.body.secret,
    deliveries,
    newest: (status) =>
      until(async () => {
        const [newest] = await deliveries();
        return newest?.status === status && newest;
      }),
    patch: async (body) => (await owner.patch(`/v1/content/webhooks/${id}`, body)).body.webhook,
  };
}
