/**
 * Returns the queue of work for a transcriber; only processes that have loaded the transcriber claim from it.
 */
export const workQueue = (transcriber: string): string => `transcriptions@${transcriber}`;

/** Returns the queue of upstream cancels, which are attempted a few times only. */
export const cancelQueue = (transcriber: string): string => `transcriptions.cancel@${transcriber}`;

/** Queue of the periodic look for work whose transcriber is gone. */
export const GONE_QUEUE = "transcriptions.gone";
