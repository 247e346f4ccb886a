import type { ServiceBroker } from "moleculer";
import type { Call } from "./context.js";
import { CALL_MS, currentDeadline } from "./deadline.js";
import { fromBroker } from "./errors/from-broker.js";

/** The typed call: the only place that talks to the broker by an action's name. */
export const makeCall =
  (broker: ServiceBroker): Call =>
  async (contract, params, meta) => {
    const deadline = currentDeadline();
    try {
      deadline?.refuseLate();
      return await broker.call(contract.name, params as never, {
        meta: { ...meta },
        requestID: meta.requestId,
        // never longer than its own caller waits
        timeout: Math.min(CALL_MS, deadline?.remainingMs ?? CALL_MS),
      });
    } catch (error) {
      throw fromBroker(error);
    }
  };
