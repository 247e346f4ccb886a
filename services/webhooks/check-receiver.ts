import { ServiceError } from "../../contracts/errors.js";
import {
  checkDestination,
  GuardedFetchError,
  networkPolicy,
} from "../../runtime/http/guarded-fetch/index.js";
import type { Host } from "../../runtime/process/host.js";

/**
 * Checks that events may be sent to an address (rules/webhooks 1): it must be https, and its name must resolve to
 * public addresses only. The check is repeated before every attempt. Throws `invalid_params`.
 */
export async function checkReceiver({ config }: Pick<Host, "config">, url: string): Promise<void> {
  try {
    await checkDestination(url, networkPolicy(config));
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    // A development machine that allows every address may be offline, so a name that does not resolve is accepted
    // there.
    if (error.reason === "unreachable" && config.allowPrivateNetwork) return;
    throw new ServiceError("invalid_params", `url: ${error.message}`, { cause: error });
  }
}
