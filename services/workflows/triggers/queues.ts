/** The queue that fires the ticks of a schedule; its subject is the trigger. */
export const SCHEDULE_QUEUE = "workflows.schedule";

/** The queue that starts the run of a trigger that has fired; its subject is the row in the log. */
export const FIRE_QUEUE = "workflows.fire";

/** The queue that removes the log of a deleted trigger; its subject is the trigger. */
export const LOG_QUEUE = "workflows.deleteLog";
