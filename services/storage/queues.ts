/** The area's queues of durable work; the subject is a storage id, of the sweep "storage". */
export const THUMB_QUEUE = "storage.thumb";
export const REMOVE_QUEUE = "storage.remove";
export const SWEEP_QUEUE = "storage.sweep";
