import { Errors, type Middleware, type ServiceBroker } from "moleculer";
import { ServiceError } from "../../contracts/errors.js";
import type { SharedClock } from "../process/clock.js";
import { CALL_MS } from "../concurrency/current-call.js";
import { forgetCall } from "../private-parts/moleculer-calls.js";
import { answerInTime, type BrokerCall, type BrokerHandler, DEADLINE, margin } from "./call.js";

/**
 * Gives each call its deadline. Between nodes the deadline travels as a time of the shared clock, so a node
 * that was frozen, or that receives a call late, refuses a call that is over. Within the call each
 * transaction checks the deadline again before its commit. A call to another node that is over is rejected
 * and forgotten here with all that it holds; the broker itself would keep it, and wait for it when it stops.
 */
export function callDeadlines(clock: SharedClock): Middleware {
  let broker: ServiceBroker | undefined;
  const middleware = {
    name: "CallDeadlines",
    created(created: ServiceBroker) {
      broker = created;
    },
    remoteAction: (next: BrokerHandler, action: { name: string }) => (context: BrokerCall) => {
      const { timeout = CALL_MS } = context.options;
      const now = clock.now();
      if (now !== null) context.headers = { ...context.headers, [DEADLINE]: now + timeout - margin() };
      return abandonAfter(timeout, next(context), () => {
        if (broker) forgetCall(broker, context.id);
        return new Errors.RequestTimeoutError({ action: action.name, nodeID: context.nodeID ?? "" });
      });
    },
    localAction: answerInTime(clock, (name) => {
      broker?.logger.warn(`A call of ${name} came after its deadline, and was refused.`);
      return tooLate();
    }),
  };
  return middleware as never;
}

const tooLate = () =>
  new ServiceError(
    "unavailable",
    "The request reached its part of the service too late, and nothing was done. Retry later.",
    { details: { retryAfterSeconds: 2 } },
  );

/** Returns the result of the call, or rejects after `ms` with the error that `abandon` makes. */
export function abandonAfter<T>(ms: number, call: Promise<T>, abandon: () => Error): Promise<T> {
  if (ms <= 0) return call;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(abandon()), ms);
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
