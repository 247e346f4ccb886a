import type { CallingOptions, ServiceBroker } from "moleculer";
import type { Contract } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import type { RepeatableOptions } from "../cluster/watch-nodes.js";
import type { Action, ActionDeps } from "./action.js";
import type { Call, CallMeta } from "./context.js";
import { CALL_MS, currentDeadline } from "./deadline.js";
import { fromBroker, isNotBegun, isOfDeadNode } from "../errors/from-broker.js";
import { fromDatabase } from "../errors/from-database.js";
import { whileWaited } from "./waiters.js";

/** Nodes that one call asks in turn, while nodes die. */
const MOST_NODES = 3;

/**
 * The typed call: the only place that talks to the broker by an action's name. What died with its node is asked of another
 * one within the same deadline: always when it never began, else when it may be repeated.
 */
export const makeCall =
  (broker: ServiceBroker): Call =>
  async (contract, params, meta) => {
    const isRepeatable = mayRepeat(contract, meta);
    const deadline = currentDeadline();
    const endsAt = performance.now() + Math.min(CALL_MS, deadline?.remainingMs ?? CALL_MS);
    for (let asked = 1; ; asked += 1) {
      try {
        deadline?.refuseLate();
        const options: CallingOptions & RepeatableOptions = {
          meta: { ...meta },
          requestID: meta.requestId,
          // Never longer than its own caller waits; 0 would mean for ever.
          timeout: Math.max(1, endsAt - performance.now()),
          isRepeatable,
        };
        return await broker.call(contract.name, params as never, options);
      } catch (error) {
        const isLost = isNotBegun(error) || (isRepeatable && isOfDeadNode(error));
        if (!isLost || asked === MOST_NODES || performance.now() >= endsAt) throw fromBroker(error);
      }
    }
  };

/** Reads, and what an Idempotency-Key makes once. */
const mayRepeat = ({ idempotent, effect }: Contract, { idempotency }: CallMeta): boolean =>
  idempotent ? idempotency !== null : effect === "read";

/** The Moleculer service of an area. Zod objects stay out of the registry: only names go to other nodes. */
export function toServiceSchema(
  name: string,
  holder: { actions: ReadonlyMap<string, Action> },
  deps: ActionDeps,
): object {
  const actions: Record<string, object> = {};
  for (const [verb, { contract }] of holder.actions) {
    actions[verb] = {
      visibility: contract.audience === "internal" ? "public" : "published",
      handler: async (context: { params: unknown; meta: CallMeta }) => {
        const action = holder.actions.get(verb);
        if (!action)
          throw new ServiceError("unavailable", `${contract.name} is gone since its area was reloaded.`);
        try {
          const meta = metaOf(context.meta);
          const handle = (signal?: AbortSignal) => action.handle(context.params, meta, deps, signal);
          return await (meta.waiter === undefined
            ? handle()
            : whileWaited(deps.signals, meta.waiter, handle));
        } catch (error) {
          // Named here, because another process would see only the rest of it that travels.
          throw fromDatabase(error);
        }
      },
    };
  }
  return { name, actions };
}

/** The broker merges meta up and down; only our own keys are taken from it. */
const metaOf = (meta: CallMeta): CallMeta => ({
  auth: meta.auth ?? null,
  requestId: meta.requestId,
  client: meta.client,
  idempotency: meta.idempotency ?? null,
  ...(meta.waiter !== undefined && { waiter: meta.waiter }),
  ...(meta.isAgent === true && { isAgent: true }),
  ...(meta.isRun === true && { isRun: true }),
});
