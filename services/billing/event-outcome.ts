/**
 * The outcome of an event. `repeated`: the event or its payment was counted before. `stale`: a later state
 * was adopted before. `unknown`: the event concerns nothing of this deployment. `past-due`: the event was
 * counted, and the subscription is past due from now on.
 */
export type EventOutcome = "counted" | "repeated" | "unpaid" | "stale" | "unknown" | "past-due";
