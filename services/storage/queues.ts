/**
 * Queues of the area's durable work. A task's subject is a storage id; the subject of the sweep is "storage".
 */
export const THUMB_QUEUE = "storage.thumb";
export const REMOVE_QUEUE = "storage.remove";
export const SWEEP_QUEUE = "storage.sweep";
