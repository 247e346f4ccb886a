import type { CallingOptions, Context, ServiceBroker } from "moleculer";
import type { Contract } from "../../contracts/contract.js";
import { ServiceError } from "../../contracts/errors.js";
import type { RepeatableOptions } from "../cluster/watch-nodes.js";
import {
  CALL_MS,
  currentDeadline,
  Deadline,
  onBehalfOf,
  underDeadline,
} from "../concurrency/current-call.js";
import type { Action, ActionDeps } from "./action.js";
import type { Call, CallMeta } from "./context.js";
import { fromBroker, isNotBegun, isOfDeadNode } from "../errors/from-broker.js";
import { fromDatabase } from "../errors/from-database.js";
import { networksOf } from "../http/client-network.js";
import type { SharedClock } from "../process/clock.js";
import { whileWaited } from "./waiters.js";

/** The number of nodes that one call asks in turn when nodes die. */
const MOST_NODES = 3;

/**
 * Returns the typed call, the only place that calls the broker by an action's name. A call that died with its
 * node is sent to another node within the same deadline: always if it never began, otherwise only if it may
 * be repeated.
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
          // The call never lasts longer than its own caller waits; 0 would mean for ever.
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

/** Returns true for reads and for calls whose effect an Idempotency-Key limits to once. */
const mayRepeat = ({ idempotent, effect }: Contract, { idempotency }: CallMeta): boolean =>
  idempotent ? idempotency !== null : effect === "read";

/**
 * The milliseconds before the caller's timeout at which the deadline lies. A commit before it is done when
 * the caller gives up, and the clocks differ by less.
 */
const MARGIN_MS = 500;

/**
 * Returns the margin in milliseconds. It is subtracted once: a call within another call ends no later than
 * that one, whose margin is subtracted already.
 */
export const margin = (): number => (currentDeadline() === null ? MARGIN_MS : 0);

/** The header of a call between nodes that holds the time when its caller gives up, by the shared clock. */
export const DEADLINE = "kilnDeadline";

/** A call as the broker's middlewares see it. */
export type BrokerCall = Context & { headers: Record<string, unknown>; options: { timeout?: number } };
export type BrokerHandler = (call: BrokerCall) => Promise<unknown>;

/**
 * Returns a wrapper of the actions that this node answers. Each call runs on behalf of its caller and under
 * its deadline; a call that arrives after its deadline rejects with the error that `refusal` returns.
 */
export const answerInTime =
  (clock: SharedClock, refusal: (action: string) => Error) =>
  (next: BrokerHandler, { name }: { name: string }): BrokerHandler =>
  (call) => {
    const remaining = remainingOf(call, clock);
    if (remaining <= 0) return Promise.reject(refusal(name));
    const { auth, caller, client = "" } = call.meta as Partial<CallMeta>;
    const site = !auth && client !== "" ? networksOf(client).site : undefined;
    const work = () => underDeadline(new Deadline(remaining), () => next(call));
    return onBehalfOf(auth?.accountId ?? caller, work, site);
  };

function remainingOf({ headers, options }: BrokerCall, clock: SharedClock): number {
  const { timeout = CALL_MS } = options;
  const own = timeout > 0 ? timeout - margin() : Infinity;
  const deadline = headers[DEADLINE];
  if (typeof deadline !== "number") return own;
  const now = clock.now();
  return now === null ? own : Math.min(own, deadline - now);
}

/**
 * Returns the Moleculer service of an area. Zod objects stay out of the registry: only names go to other
 * nodes.
 */
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
          // The error is translated here, because another process would receive only those parts of it that
          // travel.
          throw fromDatabase(error);
        }
      },
    };
  }
  return { name, actions };
}

/**
 * Returns the keys of CallMeta only, because the broker merges the meta of nested calls in both directions.
 */
const metaOf = (meta: CallMeta): CallMeta => ({
  auth: meta.auth ?? null,
  requestId: meta.requestId,
  client: meta.client,
  idempotency: meta.idempotency ?? null,
  ...(meta.waiter !== undefined && { waiter: meta.waiter }),
  ...(meta.isAgent === true && { isAgent: true }),
  ...(meta.isRun === true && { isRun: true }),
});
