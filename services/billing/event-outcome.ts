/**
 * The outcome of an event. `counted`: the event took effect, or what it reports was known. `repeated`: the
 * event or its payment was counted before. `unpaid`: a link was completed, and its payment is still on the
 * way. `stale`: the event came too late to change anything. `unknown`: the event concerns nothing of this
 * deployment; of a payment that is an error. `past-due`: the event was counted, and the subscription is past due from now on.
 */
export type EventOutcome = "counted" | "repeated" | "unpaid" | "stale" | "unknown" | "past-due";
