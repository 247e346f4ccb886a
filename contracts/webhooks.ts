import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { isWithinCodePoints } from "./code-points.js";
import { CONTENT_EVENTS } from "./content-events.js";
import { contract, ok } from "./contract.js";
import { timestamp, uuid } from "./ids.js";
import { openPage, page, total } from "./pagination.js";

/** Webhooks that a project may have: every event of the project writes a row for each of them. */
export const MAX_WEBHOOKS = 100;

const NAME = "must have 1 to 200 characters";
const webhookName = z
  .string(NAME)
  .overwrite((text) => text.trim().toWellFormed())
  .refine((text) => text !== "" && isWithinCodePoints(text, 200), NAME)
  .meta({ minLength: 1, maxLength: 200 });

const webhookUrl = z
  .string("is required: a public https address")
  .min(1, "is required: a public https address")
  .max(8192, "must have at most 8192 characters")
  .describe("A public https address.");

const EVENTS = `must be a list of one or more of ${CONTENT_EVENTS.join(", ")}`;
const webhookEvents = boundedList(z.enum(CONTENT_EVENTS), 100, { error: EVENTS, tooLong: EVENTS })
  .min(1, EVENTS)
  .overwrite((events) => [...new Set(events)]);

/** One attempt to send an event to its receiver (rules/webhooks 6). */
const attempt = z.strictObject({
  at: timestamp(),
  statusCode: z.int().nullable().describe("HTTP status of the answer; null when no answer came."),
  durationMs: z.int(),
  error: z.string().nullable().describe("Reason of the failure, with the first 1 KB of the answer."),
});

/** An event on its way to a webhook, with its attempts (rules/webhooks 7). */
export const webhookDelivery = z.strictObject({
  id: z.string(),
  event: z.enum(CONTENT_EVENTS),
  documentId: z.string(),
  status: z.enum(["pending", "delivered", "failed"]),
  attempts: z.array(attempt).describe("Attempts, oldest first; at most the newest 50."),
  nextAttemptAt: timestamp().nullable(),
  createdAt: timestamp(),
  completedAt: timestamp().nullable(),
});
export type WebhookDeliveryView = z.infer<typeof webhookDelivery>;

/** A webhook without its secret (rules/webhooks 9). */
export const webhook = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(CONTENT_EVENTS)),
  enabled: z.boolean(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  lastDelivery: webhookDelivery.nullable().describe("The newest delivery; null before the first event."),
});
export type WebhookView = z.infer<typeof webhook>;

const secret = z.string().describe("Secret that keys the signatures, `whsec_` and base64; shown once.");

export const createWebhook = contract({
  name: "webhooks.create",
  description:
    "Makes a webhook, which sends a project's content events to an address. Its secret is shown once. Only the project's owner may call this.",
  params: z.object({
    projectId: uuid(),
    name: webhookName.describe("Name of the webhook in lists."),
    url: webhookUrl,
    events: webhookEvents.describe("Kinds of events that are sent."),
    enabled: z.boolean("must be true or false").default(true).describe("True when the webhook sends events."),
  }),
  result: z.strictObject({ webhook, secret }),
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:projectId/content/webhooks" },
  area: "content",
});

export const listWebhooks = contract({
  name: "webhooks.list",
  description: "Lists the webhooks of a project, newest first. Only the project's owner may call this.",
  params: z.object({ projectId: uuid(), ...openPage({ max: 500 }) }),
  result: z.strictObject({ webhooks: z.array(webhook), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/webhooks" },
  area: "content",
});

export const updateWebhook = contract({
  name: "webhooks.update",
  description:
    "Changes the given settings of a webhook. Disabling it ends its waiting deliveries as failed; `rotateSecret` gives a new secret, once. Only the project's owner may call this.",
  params: z.object({
    id: uuid(),
    name: webhookName.optional().describe("Name of the webhook in lists."),
    url: webhookUrl.optional(),
    events: webhookEvents.optional().describe("The whole list of the kinds of events that are sent."),
    enabled: z.boolean("must be true or false").optional().describe("True when the webhook sends events."),
    rotateSecret: z
      .boolean("must be true or false")
      .default(false)
      .describe("True answers with a new secret, once; the old secret no longer signs anything."),
  }),
  result: z.strictObject({ webhook, secret: secret.optional() }),
  audience: "account",
  rest: { method: "PATCH", path: "/v1/content/webhooks/:id" },
  area: "content",
});

export const deleteWebhook = contract({
  name: "webhooks.delete",
  description:
    "Deletes a webhook with its log; waiting events are no longer delivered. Only the project's owner may call this.",
  params: z.object({ id: uuid() }),
  result: ok,
  audience: "account",
  rest: { method: "DELETE", path: "/v1/content/webhooks/:id" },
  area: "content",
});

export const listDeliveries = contract({
  name: "webhooks.listDeliveries",
  description:
    "Lists the deliveries of a webhook with every attempt, newest first. Only the project's owner may call this.",
  params: z.object({ id: uuid(), ...page({ default: 50, max: 200 }) }),
  result: z.strictObject({ deliveries: z.array(webhookDelivery), total }),
  audience: "account",
  rest: { method: "GET", path: "/v1/content/webhooks/:id/deliveries" },
  area: "content",
});

export const retryDelivery = contract({
  name: "webhooks.retryDelivery",
  description:
    "Sends a delivery again at once, under the same id and with the same body; its retries start over. Only the project's owner may call this.",
  params: z.object({ id: uuid(), deliveryId: uuid() }),
  result: z.strictObject({ delivery: webhookDelivery }),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/webhooks/:id/deliveries/:deliveryId/retry" },
  area: "content",
});
