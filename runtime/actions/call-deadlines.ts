import { type Context, Errors, type Middleware, type ServiceBroker } from "moleculer";
import { ServiceError } from "../../contracts/errors.js";
import { onBehalfOf } from "../concurrency/caller.js";
import type { CallMeta } from "./context.js";
import { CALL_MS, currentDeadline, Deadline, underDeadline } from "./deadline.js";
import type { SharedClock } from "../process/clock.js";

/** What is committed so long before the caller gives up is through by then, and the clocks differ by less. */
const MARGIN_MS = 500;
/** The header of a call between nodes: when its caller gives up, by the shared clock. */
const DEADLINE = "kilnDeadline";

type Call = Context & { headers: Record<string, unknown>; options: { timeout?: number } };
type Handler = (context: Call) => Promise<unknown>;

/**
 * Gives each call its deadline. Between nodes it travels as a time of the shared clock, so a node that was frozen, or to
 * which a call came late, refuses what is over; and within the call each transaction asks again before its commit. A call
 * to another node that is over is rejected and forgotten here, with all that it holds: the broker itself would keep it,
 * and wait for it when it stops.
 */
export function callDeadlines(clock: SharedClock): Middleware {
  let broker: ServiceBroker | undefined;
  const middleware = {
    name: "CallDeadlines",
    created(created: ServiceBroker) {
      broker = created;
    },
    remoteAction: (next: Handler, action: { name: string }) => (context: Call) => {
      const { timeout = CALL_MS } = context.options;
      const now = clock.now();
      if (now !== null) context.headers = { ...context.headers, [DEADLINE]: now + timeout - margin() };
      return abandonAfter(timeout, next(context), () => {
        broker?.transit?.removePendingRequest(context.id);
        return new Errors.RequestTimeoutError({ action: action.name, nodeID: context.nodeID ?? "" });
      });
    },
    localAction: (next: Handler, action: { name: string }) => (context: Call) => {
      const remaining = remainingOf(context, clock);
      if (remaining <= 0) {
        broker?.logger.warn(`A call of ${action.name} came after its deadline, and was refused.`);
        return Promise.reject(tooLate());
      }
      const { auth, line } = context.meta as Partial<CallMeta>;
      return onBehalfOf(auth?.accountId ?? line, () =>
        underDeadline(new Deadline(remaining), () => next(context)),
      );
    },
  };
  return middleware as never;
}

/** Once: what a call asks of others ends when it does itself. */
const margin = () => (currentDeadline() === null ? MARGIN_MS : 0);

function remainingOf({ headers, options }: Call, clock: SharedClock): number {
  const { timeout = CALL_MS } = options;
  const own = timeout > 0 ? timeout - margin() : Infinity;
  const deadline = headers[DEADLINE];
  const now = clock.now();
  return typeof deadline === "number" && now !== null ? Math.min(own, deadline - now) : own;
}

const tooLate = () =>
  new ServiceError(
    "unavailable",
    "The request reached its part of the service too late, and nothing was done. Retry later.",
    { details: { retryAfterSeconds: 2 } },
  );

/** The call, or after `ms` the error that `abandon` makes. */
export function abandonAfter<T>(ms: number, call: Promise<T>, abandon: () => Error): Promise<T> {
  if (ms <= 0) return call;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(abandon()), ms);
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
