/**
 * `repeated`: the event, or what it is about, was counted before. `stale`: something later was taken over before.
 * `unknown`: it is about nothing of ours. `past-due`: counted, and the subscription is past due from now on.
 */
export type EventOutcome = "counted" | "repeated" | "unpaid" | "stale" | "unknown" | "past-due";
