import * as contracts from "../../contracts/workflow-triggers.js";
import { type Action, action } from "../../runtime/actions/action.js";
import type { Host } from "../../runtime/process/host.js";
import { removeTrigger } from "./triggers/delete-trigger.js";
import { findFiresOfTrigger } from "./triggers/fire.repository.js";
import { fireInbound } from "./triggers/fire-inbound.js";
import { listTriggers } from "./triggers/list-triggers.js";
import { presentFire, presentTrigger } from "./triggers/present-trigger.js";
import { createOne, updateOne } from "./triggers/save-trigger.js";
import { allowChange, allowDelete, allowTriggers, requireTrigger } from "./triggers/triggers.policy.js";
import { requireStart, requireWorkflow } from "./workflows.policy.js";

/** Returns the actions about triggers. */
export const triggerActions = (host: Host): Action[] => [
  action(contracts.createTrigger, {
    find: (context, params) => requireStart(host, context, params),
    allow: ({ auth }) => allowTriggers(auth),
    run: async (context, params, seen) => ({
      trigger: await presentTrigger(host, context, await createOne(host, context, seen, params)),
    }),
  }),
  action(contracts.listTriggers, {
    find: (context, { id }) => requireWorkflow(host, context, id),
    run: (context, { id }) => listTriggers(host, context, id),
  }),
  action(contracts.getTrigger, {
    find: (context, params) => requireTrigger(host, context, params),
    run: async (context, _params, { trigger }) => ({ trigger: await presentTrigger(host, context, trigger) }),
  }),
  action(contracts.updateTrigger, {
    find: (context, params) => requireTrigger(host, context, params),
    allow: allowChange,
    run: async (context, params, seen) => ({
      trigger: await presentTrigger(host, context, await updateOne(host, context, seen, params)),
    }),
  }),
  action(contracts.deleteTrigger, {
    find: (context, params) => requireTrigger(host, context, params),
    allow: allowDelete,
    run: async (_context, _params, { trigger }) => {
      await host.transact((tx) => removeTrigger(host, tx, trigger));
      return { ok: true as const };
    },
  }),
  action(contracts.listFires, {
    find: (context, params) => requireTrigger(host, context, params),
    run: async (_context, { triggerId, limit, offset }) => {
      const { fires, total } = await findFiresOfTrigger(host.longRead, { triggerId, limit, offset });
      return { fires: fires.map(presentFire), total };
    },
  }),
  action(contracts.fireTrigger, {
    run: async (_context, params) => ({ fire: presentFire(await fireInbound(host, params)) }),
  }),
];
