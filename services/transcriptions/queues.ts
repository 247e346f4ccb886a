/** Work for a transcriber; claimed only by processes that have loaded it. */
export const workQueue = (transcriber: string): string => `transcriptions@${transcriber}`;

/** Upstream cancels, best effort. */
export const cancelQueue = (transcriber: string): string => `transcriptions.cancel@${transcriber}`;

/** The periodic look for work whose transcriber left. */
export const GONE_QUEUE = "transcriptions.gone";
