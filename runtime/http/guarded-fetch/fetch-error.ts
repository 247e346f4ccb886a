/**
 * The error of a guarded request that got no answer. `refused`: the guard does not go there; `unreachable`: no connection,
 * no answer in time, or an answer that broke off. The message is a sentence that may be shown to the caller.
 */
export class GuardedFetchError extends Error {
  override readonly name = "GuardedFetchError";
  readonly reason: "refused" | "unreachable";

  constructor(reason: "refused" | "unreachable", message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

export const refused = (message: string): GuardedFetchError => new GuardedFetchError("refused", message);

export const unreachable = (message: string, cause?: unknown): GuardedFetchError =>
  new GuardedFetchError("unreachable", message, cause);

const LIFTED = "an operator lifts this with ALLOW_PRIVATE_NETWORK=1, for development";
export const notPublic = (): GuardedFetchError =>
  refused(`The URL must be on the public internet; ${LIFTED}.`);
export const notHttps = (): GuardedFetchError => refused(`The URL must be https; ${LIFTED}.`);
