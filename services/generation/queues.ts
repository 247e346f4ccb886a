import type { Kind } from "../../contracts/models.js";

/** Work of a kind for a provider; claimed only by processes that have loaded the provider. */
export const jobQueue = (kind: Kind, provider: string): string => `generation.${kind}@${provider}`;

/** Upstream cancels, best effort. */
export const cancelQueue = (provider: string): string => `generation.cancel@${provider}`;

/** The periodic look for jobs whose provider left. */
export const GONE_QUEUE = "generation.gone";
