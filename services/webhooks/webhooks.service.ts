import { webhooksProjectDeleted } from "../../contracts/project-cascade.js";
import * as contracts from "../../contracts/webhooks.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { requireSeen } from "../projects/index.js";
import { createWebhook } from "./create-webhook.js";
import { deleteWebhook, forgetDeliveries } from "./delete-webhook.js";
import { deliverTasks } from "./deliver.js";
import { countDeliveries, findDeliveries } from "./delivery.repository.js";
import { onProjectDeleted } from "./on-project-deleted.js";
import { presentDelivery } from "./present-delivery.js";
import { presentWebhook, presentWebhooks } from "./present-webhook.js";
import { retryDelivery } from "./retry-delivery.js";
import { sweepDeliveries } from "./sweep-deliveries.js";
import { updateWebhook } from "./update-webhook.js";
import { findWebhooksOfProject } from "./webhook.repository.js";
import { allowWebhooks, requireWebhook, type WebhookSeen } from "./webhooks.policy.js";

const projectSeenBy = (host: Pick<Host, "read">) => (context: ActionContext, params: { projectId: string }) =>
  requireSeen(host.read, context.auth.accountId, params.projectId);

const seenBy = (host: Pick<Host, "read">) => (context: ActionContext, params: { id: string }) =>
  requireWebhook(host.read, context.auth.accountId, params.id);

const ofOwner = (_context: unknown, _params: unknown, { seen }: WebhookSeen) => allowWebhooks(seen);

const webhookActions = (host: Host): Action[] => [
  action(contracts.createWebhook, {
    find: projectSeenBy(host),
    allow: (_context, _params, seen) => allowWebhooks(seen),
    run: async ({ auth }, params) => {
      const { webhook, secret } = await createWebhook(host, auth.accountId, params);
      return { webhook: await presentWebhook(host.read, webhook), secret };
    },
  }),
  action(contracts.listWebhooks, {
    find: projectSeenBy(host),
    allow: (_context, _params, seen) => allowWebhooks(seen),
    run: async (_context, { projectId, limit, offset }) => {
      const page = { limit: limit ?? contracts.MAX_WEBHOOKS, offset };
      const found = await findWebhooksOfProject(host.read, { projectId, ...page });
      return { webhooks: await presentWebhooks(host.read, found.webhooks), total: found.total };
    },
  }),
  action(contracts.updateWebhook, {
    find: seenBy(host),
    allow: ofOwner,
    run: async (_context, params) => {
      const { webhook, ...rest } = await updateWebhook(host, params);
      return { webhook: await presentWebhook(host.read, webhook), ...rest };
    },
  }),
  action(contracts.deleteWebhook, {
    find: seenBy(host),
    allow: ofOwner,
    run: async (_context, _params, { webhook }) => {
      await deleteWebhook(host, webhook);
      return { ok: true as const };
    },
  }),
];

const deliveryActions = (host: Host): Action[] => [
  action(contracts.listDeliveries, {
    find: seenBy(host),
    allow: ofOwner,
    run: async (_context, { id, limit, offset }) => {
      const [found, total] = await Promise.all([
        findDeliveries(host.longRead, id, { limit, offset }),
        countDeliveries(host.longRead, id),
      ]);
      return { deliveries: found.map(presentDelivery), total };
    },
  }),
  action(contracts.retryDelivery, {
    find: seenBy(host),
    allow: ofOwner,
    run: async (_context, { id, deliveryId }, { seen: { project } }) => ({
      delivery: presentDelivery(await retryDelivery(host, { id, ownerId: project.ownerId }, deliveryId)),
    }),
  }),
];

/** The area of webhooks and of the delivery of content events to them. */
const webhooks: AreaFactory = (host) => {
  const sweep = sweepDeliveries(host);
  return {
    name: "webhooks",
    actions: [
      ...webhookActions(host),
      ...deliveryActions(host),
      action(webhooksProjectDeleted, { run: (_context, { projectId }) => onProjectDeleted(host, projectId) }),
    ],
    tasks: [...deliverTasks(host), forgetDeliveries(host), sweep.handler],
    started: sweep.start,
  };
};
export default webhooks;
