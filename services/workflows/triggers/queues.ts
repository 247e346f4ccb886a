/** Watches a schedule for its next tick; its subject is the trigger. */
export const SCHEDULE_QUEUE = "workflows.schedule";

/** Starts the run of a trigger that has fired; its subject is the row in the log. */
export const FIRE_QUEUE = "workflows.fire";
