import type { Kind } from "../../contracts/models.js";

/** Work of a kind for a provider; claimed only by processes that have loaded the provider. */
export const jobQueue = (kind: Kind, provider: string): string => `generation.${kind}@${provider}`;

/** Upstream cancels, best effort. Of one kind, so that each worker has its own. */
export const cancelQueue = (kind: Kind, provider: string): string => `generation.${kind}.cancel@${provider}`;

/** The periodic look for jobs whose provider left. */
export const GONE_QUEUE = "generation.gone";
