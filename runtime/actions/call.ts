import type { CallingOptions, ServiceBroker } from "moleculer";
import type { Contract } from "../../contracts/contract.js";
import type { RepeatableOptions } from "../cluster/watch-nodes.js";
import type { Call, CallMeta } from "./context.js";
import { CALL_MS, currentDeadline } from "./deadline.js";
import { fromBroker, isNotBegun, isOfDeadNode } from "../errors/from-broker.js";

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
