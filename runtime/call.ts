import type { ServiceBroker } from "moleculer";
import type { Call } from "./context.js";
import { fromBroker } from "./errors/from-broker.js";

/** The typed call: the only place that talks to the broker by an action's name. */
export const makeCall =
  (broker: ServiceBroker): Call =>
  async (contract, params, meta) => {
    try {
      return await broker.call(contract.name, params as never, {
        meta: { ...meta },
        requestID: meta.requestId,
      });
    } catch (error) {
      throw fromBroker(error);
    }
  };
