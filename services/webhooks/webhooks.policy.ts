import { notFound, ServiceError } from "../../contracts/errors.js";
import type { Webhook } from "../../entities/webhook.js";
import type { Reader } from "../../runtime/database/transaction.js";
import { type ProjectSeen, seeProject } from "../projects/index.js";
import { findWebhook } from "./webhook.repository.js";

/** A webhook, and the caller's role in its project. */
export interface WebhookSeen {
  webhook: Webhook;
  seen: ProjectSeen;
}

/** Returns a webhook of a project that the account is in. Throws `not_found` otherwise, whether it exists or not. */
export async function requireWebhook(read: Reader, accountId: string, id: string): Promise<WebhookSeen> {
  const webhook = await findWebhook(read, id);
  const seen = webhook === null ? null : await seeProject(read, accountId, webhook.projectId);
  if (webhook === null || seen === null) throw unknownWebhook();
  return { webhook, seen };
}

export const unknownWebhook = (): ServiceError => notFound("There is no such webhook.");

/** Allows only the project's owner to use a webhook (rules/webhooks 1). Throws `forbidden` for contributors. */
export function allowWebhooks({ role }: ProjectSeen): void {
  if (role !== "owner") throw new ServiceError("forbidden", "Only the project's owner may use its webhooks.");
}
